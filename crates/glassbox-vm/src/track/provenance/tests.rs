//! The rules and questions, one example each.

use super::kind::{ADDRESS, CARRIED, DISTANCE, JOINED, Kind, NEGATED, NONZERO, Origin, mixed};
use super::names::Names;
use super::rules::unary;
use super::state::Provenance;
use crate::isa::Decision;
use crate::isa::semantics::{BinaryOp, UnaryOp};
use crate::memory::Memory;
use crate::track::{Extension, Place, Tracked, Tracker};

/// An address in the block that it lies in or ends.
fn address(value: u64) -> Tracked<Kind> {
    address_in(if value <= 0x9100 { 0x9000 } else { 0x9200 }, value)
}

fn address_in(block: u32, value: u64) -> Tracked<Kind> {
    Tracked { value, shadow: Kind::name(ADDRESS, block) }
}

fn tagged(tags: u64, value: u64) -> Tracked<Kind> {
    Tracked { value, shadow: Kind { undefined: 0, tags, of: [0x9000; 2] } }
}

fn number(value: u64) -> Tracked<Kind> {
    Tracked { value, shadow: Kind::default() }
}

/// With a block from 0x9000 to 0x9100, and one from 0x9200 to 0x9300.
fn provenance() -> Provenance {
    let mut provenance = Provenance::default();
    provenance.grown(Memory::new(1, 1).bytes().len());
    provenance.heap_reserved(0x8000..0x1_0000);
    provenance.heap_allocated(0x9000, 0x100);
    provenance.heap_allocated(0x9200, 0x100);
    provenance
}

fn tags(op: BinaryOp, a: Tracked<Kind>, b: Tracked<Kind>) -> u64 {
    provenance().binary(op, a, b, 0).tags
}

#[test]
fn an_address_stays_one_under_arithmetic_inside_its_block() {
    let p = address(0x9000);
    assert_eq!(tags(BinaryOp::I32Add, p, number(8)), ADDRESS);
    assert_eq!(tags(BinaryOp::I32Add, number(8), p), ADDRESS);
    assert_eq!(tags(BinaryOp::I32Sub, address(0x9100), p), 0, "an offset");
    assert_eq!(tags(BinaryOp::I32Sub, address(0x9208), p), DISTANCE, "how far another block is");
    assert_eq!(tags(BinaryOp::I32And, p, number(0xffff_fff8)), ADDRESS);
    assert_eq!(tags(BinaryOp::I32Or, p, number(1)), ADDRESS);
    for op in [BinaryOp::I32Xor, BinaryOp::I32Mul, BinaryOp::I32Add] {
        assert_eq!(tags(op, p, address(0x9200)), CARRIED, "{}", op.text());
    }
    assert_eq!(tags(BinaryOp::I32ShrU, p, number(3)), mixed(4));
    let negated = |value: u32| tagged(NEGATED, u64::from(value.wrapping_neg()));
    assert_eq!(tags(BinaryOp::I32Sub, number(0), p), NEGATED);
    assert_eq!(tags(BinaryOp::I32Add, address(0x9100), negated(0x9004)), 0, "an offset");
    assert_eq!(tags(BinaryOp::I32Add, negated(0x9004), address(0x9208)), DISTANCE);
    assert_eq!(tags(BinaryOp::I32Add, Provenance::token(1), number(1)), mixed(4), "a token is no number");
}

#[test]
fn low_bits_are_numbers() {
    assert_eq!(tags(BinaryOp::I32And, address(0x9004), number(7)), 0);
    assert_eq!(tags(BinaryOp::I32And, address(0x9004), number(0x1004)), CARRIED);
    assert_eq!(tags(BinaryOp::I32RemU, address(0x9004), number(8)), 0, "an alignment that is known at run time");
    assert_eq!(tags(BinaryOp::I32RemU, address(0x9004), number(12)), mixed(4), "no alignment");
    assert_eq!(tags(BinaryOp::I32RemU, address(0x9004), number(0x1000)), CARRIED, "too many bits");
    let mut noted = provenance();
    noted.binary(BinaryOp::I32RemU, address(0x9004), number(8), 4);
    let low_bits = noted.take_low_bits();
    assert!(low_bits.iter().any(|it| (it.address, it.mask) == (Some(0x9004), 7)), "{low_bits:?}");
    let both = tagged(CARRIED, 0x9204);
    assert_eq!(tags(BinaryOp::I32And, both, number(3)), 0, "whether two addresses are aligned");
    let hash = tagged(mixed(4), 0x9204);
    assert_eq!(tags(BinaryOp::I32And, hash, number(3)), mixed(4));
    assert_eq!(tags(BinaryOp::I32Or, address(0x9004), address(0x9208)), JOINED);
    assert_eq!(tags(BinaryOp::I32Xor, address(0x9004), number(0xffff_ffff)), NEGATED);
}

#[test]
fn two_words_travel_in_one_slot() {
    let high = tags(BinaryOp::I64Shl, address(0x1000), number(32));
    assert_eq!(high, ADDRESS << 32);
    let both = tags(BinaryOp::I64Or, tagged(high, 0x1000 << 32), address(0x2000));
    assert_eq!(both, ADDRESS << 32 | ADDRESS);
    let slot = tagged(both, 0x1000 << 32 | 0x2000);
    assert_eq!(tags(BinaryOp::I64ShrU, slot, number(32)), ADDRESS);
    assert_eq!(unary(&mut Names::default(), UnaryOp::I32WrapI64, slot).tags, ADDRESS);
    assert_eq!(tags(BinaryOp::I64Or, slot, number(1)), mixed(8), "the halves overlap");
    for op in [BinaryOp::I64Rotl, BinaryOp::I64Rotr] {
        let turned = provenance().binary(op, address(0x9008), number(32), 0);
        assert_eq!((turned.tags, turned.of), (ADDRESS << 32, [0, 0x9000]), "{}", op.text());
    }
    let with_len = tagged(ADDRESS, 7 << 32 | 0x9000);
    assert_eq!(tags(BinaryOp::I64ShrU, with_len, number(30)), 0, "the length, times four");
    assert_eq!(tags(BinaryOp::I64ShrU, with_len, number(12)), mixed(8));
}

#[test]
fn bytes_travel_beside_others() {
    let p = address(0x9000);
    let shifted = tags(BinaryOp::I32Shl, p, number(8));
    assert_eq!(shifted, ADDRESS << 8 & mixed(4), "a flag comes before the address");
    let shifted = tagged(shifted, 0x9000 << 8);
    let both = tags(BinaryOp::I32Or, shifted, number(3));
    let both = tagged(both, 0x9000 << 8 | 3);
    assert_eq!(tags(BinaryOp::I32And, both, number(0xff)), 0, "the flag");
    assert_eq!(tags(BinaryOp::I32Xor, both, number(1)), both.shadow.tags, "the other flag");
    assert_eq!(tags(BinaryOp::I32Xor, both, number(0x101)), mixed(4), "no address any more");
    assert_eq!(tags(BinaryOp::I32ShrU, both, number(8)), ADDRESS & mixed(4) >> 8, "all but a byte of the address");
    assert_eq!(tags(BinaryOp::I32And, both, number(0xf00)), mixed(4), "a part of a byte");
    assert_eq!(tags(BinaryOp::I32Shl, p, number(4)), mixed(4));
}

#[test]
fn questions_about_where_blocks_lie_are_counted() {
    let mut provenance = provenance();
    let (p, q) = (address(0x9000), address(0x9200));
    provenance.binary(BinaryOp::I32Eq, p, q, 0);
    provenance.binary(BinaryOp::I32LtU, p, address(0x9100), 1);
    assert_eq!(provenance.n_order_questions(), 0);
    provenance.decide_comparison(BinaryOp::I32LtU, p, q, true).expect("it is defined");
    assert_eq!(provenance.n_order_questions(), 1);
    provenance.binary(BinaryOp::I32LtU, Provenance::key(3), Provenance::key(9), 1);
    assert_eq!(provenance.n_order_questions(), 1, "keys have an order");
    let mixed = tagged(mixed(4), 1);
    provenance.decide_comparison(BinaryOp::I32Eq, mixed, number(1), true).expect("it is defined");
    assert_eq!((provenance.n_order_questions(), provenance.n_raw_questions()), (1, 1));
    provenance.decide(Decision::Branch, mixed).expect("it is defined");
    provenance.decide(Decision::Size, mixed).expect("it is defined");
    assert_eq!(provenance.n_raw_questions(), 3, "each of them depends on it");
    provenance.binary(BinaryOp::I32LtU, p, number(0x9100), 1);
    assert_eq!((provenance.n_order_questions(), provenance.n_raw_questions()), (2, 3));
    provenance.binary(BinaryOp::I32LtU, p, number(5), 0);
    assert_eq!(provenance.n_order_questions(), 2, "no block lies there");
    let byte = tagged(ADDRESS >> 8 & 0xff, 0x90);
    for (op, a, b) in [
        (BinaryOp::I32Eq, byte, number(0x90)),
        (BinaryOp::I32Eq, Provenance::token(7), number(7)),
        (BinaryOp::I32Eq, Provenance::key(7), number(7)),
        (BinaryOp::I32LtU, Provenance::key(7), number(9)),
        (BinaryOp::I32LtU, Provenance::token(7), Provenance::token(9)),
    ] {
        let before = provenance.n_raw_questions();
        provenance.decide_comparison(op, a, b, true).expect("it is defined");
        assert_eq!(provenance.n_raw_questions(), before + 1, "{} {a:?} {b:?}", op.text());
        let shadow = provenance.binary(op, a, b, 1);
        assert_eq!(provenance.n_raw_questions(), before + 1, "nothing depends on it yet");
        provenance.decide(Decision::Branch, Tracked { value: 1, shadow }).expect("it is defined");
        assert_eq!(provenance.n_raw_questions(), before + 2, "{} {a:?} {b:?}", op.text());
    }
    let before = provenance.n_raw_questions();
    provenance.binary(BinaryOp::I32Eq, Provenance::token(7), number(0), 0);
    provenance.binary(BinaryOp::I32Eq, Provenance::token(7), Provenance::token(7), 1);
    provenance.decide(Decision::Branch, p).expect("it is defined");
    assert_eq!(provenance.n_raw_questions(), before, "names treated as names");
}

#[test]
fn a_comparison_of_numbers_of_names_is_asked_where_it_matters() {
    let mut provenance = provenance();
    let truth = |shadow: Kind| Tracked { value: 1, shadow };
    let compared = provenance.binary(BinaryOp::I32Eq, tagged(mixed(4), 1), number(1), 1);
    let negated = provenance.unary(UnaryOp::I32Eqz, truth(compared), 0);
    assert_eq!(provenance.n_raw_questions(), 0, "nothing depends on them yet");
    for kind in [compared, negated] {
        assert_eq!(kind.tags, 0xff, "one byte depends on the number, the others are 0");
        let with =
            |provenance: &mut Provenance, op, other: u64| provenance.binary(op, truth(kind), number(other), other & 1);
        assert_eq!(with(&mut provenance, BinaryOp::I32And, 0).tags, 0, "0 whatever it is");
        for (op, other) in [
            (BinaryOp::I32And, 1),
            (BinaryOp::I32Or, 0),
            (BinaryOp::I32Xor, 1),
            (BinaryOp::I32Eq, 0),
            (BinaryOp::I32Add, 3),
        ] {
            let shadow = with(&mut provenance, op, other);
            let before = provenance.n_raw_questions();
            provenance.decide(Decision::Branch, truth(shadow)).expect("it is defined");
            assert_eq!(provenance.n_raw_questions(), before + 1, "{} {other}", op.text());
        }
    }
    let uses: [fn(&mut Provenance, Tracked<Kind>); 3] = [
        |provenance, value| provenance.decide(Decision::Address, value).expect("it is defined"),
        |provenance, value| provenance.decide(Decision::Host, value).expect("it is defined"),
        |provenance, value| provenance.decide(Decision::Size, value).expect("it is defined"),
    ];
    for (index, ask) in uses.into_iter().enumerate() {
        let before = provenance.n_raw_questions();
        ask(&mut provenance, truth(compared));
        assert_eq!(provenance.n_raw_questions(), before + 1, "use {index}");
    }
    provenance.sanitizer.plant(0x9000, 1, 0);
    provenance.set_tags(0x9000, 1, super::rules::Named { tags: compared.tags, of: compared.of });
    assert_eq!(provenance.blocks_in(0x9000), None, "nobody knows what it leads to");
    assert_eq!(provenance.number_of_a_name(0x9000..0x9100), Some(0x9000));
}

#[test]
fn what_a_number_selects_depends_on_it() {
    let mut provenance = provenance();
    let p = tagged(ADDRESS, 0x9000);
    let compared = provenance.binary(BinaryOp::I32Eq, tagged(mixed(4), 1), number(1), 1);
    let by_number = Tracked { value: 1, shadow: compared };
    let undefined = |value, undefined| Tracked { value, shadow: Kind { undefined, ..Kind::default() } };
    let mut select = |condition, a, b| {
        let kind = provenance.select(condition, a, b);
        (kind.tags, kind.undefined)
    };
    assert_eq!(select(by_number, number(1), number(2)), (0xff, 0), "the low bytes differ");
    assert_eq!(select(by_number, number(0x1_0000_0001), number(1)), (0xff << 32, 0), "the high words differ");
    assert_eq!(select(by_number, number(7), number(7)), (0, 0), "nothing depends on it");
    assert_eq!(select(by_number, p, p), (ADDRESS, 0));
    assert_eq!(select(by_number, p, number(0)), (mixed(4), 0));
    assert_eq!(select(by_number, p, Tracked { value: p.value + 4, ..p }), (mixed(4), 0));
    assert_eq!(select(by_number, number(7), undefined(7, 0xff)), (0xff, 0), "elsewhere it may be undefined");
    assert_eq!(select(by_number, undefined(7, 0xff), undefined(7, 0xff)), (0, 0xff));
    // An undefined condition leaves undefined what differs.
    assert_eq!(select(undefined(1, 1), number(1), number(2)), (0, 3));
    assert_eq!(select(undefined(1, 1), p, p), (ADDRESS, 0));
    assert_eq!(select(undefined(1, 1), p, number(0)), (ADDRESS, 0x9000));
    assert_eq!(provenance.n_raw_questions(), 0, "nothing is decided yet");
    assert!(provenance.is_open(by_number) && provenance.is_open(undefined(1, 1)));
    assert!(!provenance.is_open(p) && !provenance.is_open(number(1)));
    assert!(provenance.is_open_comparison(BinaryOp::I32Eq, tagged(mixed(4), 1), number(1)));
    assert!(!provenance.is_open_comparison(BinaryOp::I32Eq, p, number(0)));
    assert_eq!(provenance.n_raw_questions(), 0, "to ask whether it is open is no decision");
}

#[test]
fn a_mixed_word_with_a_bit_set_is_not_zero() {
    let mut provenance = provenance();
    let memory = Memory::new(1, 1);
    let one = |shadow: Kind| Tracked { value: 1, shadow };
    let bit = one(provenance.binary(BinaryOp::I32Eq, tagged(mixed(4), 1), number(1), 1));
    let set = one(provenance.binary(BinaryOp::I32Or, bit, number(1), 1));
    assert_eq!(set.shadow.tags, NONZERO);
    assert_eq!(one(provenance.binary(BinaryOp::I32Or, bit, number(0), 1)).shadow.tags, 0xff, "no bit is set");
    let undefined = Tracked { value: 1, shadow: Kind { undefined: 1, ..Kind::default() } };
    assert_eq!(provenance.binary(BinaryOp::I32Or, bit, undefined, 1).tags, mixed(4), "nobody knows whether one is");
    provenance.decide(Decision::Branch, set).expect("it is defined");
    assert_eq!(provenance.unary(UnaryOp::I32Eqz, set, 0).tags, 0);
    assert_eq!(provenance.binary(BinaryOp::I32Ne, set, number(0), 1).tags, 0);
    assert_eq!(provenance.n_raw_questions(), 0, "it is not 0, whatever the number is");
    assert_eq!(provenance.binary(BinaryOp::I32Eq, set, number(1), 1).tags, 0xff, "other bits may be set, too");
    let switch = provenance.decide(Decision::Switch, set);
    assert!(switch.is_ok() && provenance.n_raw_questions() == 1, "its number is not known");
    // Its parts may be 0.
    for (op, other) in
        [(BinaryOp::I32And, 0xff00), (BinaryOp::I32ShrU, 8), (BinaryOp::I32Sub, 1), (BinaryOp::I32Xor, 1)]
    {
        let part = provenance.binary(op, set, number(other), 0).tags;
        assert!(part != 0 && part != NONZERO, "{} {part:x}", op.text());
    }
    let at = Place { base: number(0x9000), offset: 0, address: 0x9000, len: 4 };
    provenance.store(&memory, at, set).unwrap();
    assert_eq!(provenance.load(&memory, at, Extension::Zero).unwrap().tags, mixed(4), "in memory it is mixed");
}

#[test]
fn numbers_of_names_are_found_in_memory() {
    let mut provenance = provenance();
    provenance.sanitizer.plant(0x9000, 8, 0);
    provenance.sanitizer.plant(0x9008, 8, 0);
    let mut put = |at: u32, len: u32, kind: Kind, found: Option<u32>| {
        provenance.set_tags(at, len, super::rules::Named { tags: kind.tags, of: kind.of });
        assert_eq!(provenance.number_of_a_name(0x9000..0x9010), found, "{at:x}");
        provenance.clear_tags(0x9000, 0x10);
    };
    put(0x9004, 4, address(0x9000).shadow, None);
    put(0x9003, 4, Provenance::key(3).shadow, None);
    put(0x900c, 4, Provenance::token(3).shadow, None);
    put(0x900e, 4, address(0x9000).shadow, Some(0x900e));
    put(0x9004, 1, address(0x9000).shadow, Some(0x9004));
    put(0x9004, 4, tagged(DISTANCE, 8).shadow, Some(0x9004));
    put(0x900f, 1, tagged(mixed(4), 1).shadow, Some(0x900f));
    put(0x9004, 4, Kind::name(super::kind::STATIC, 1), None);
}

#[test]
fn blocks_may_lie_where_others_were_or_end() {
    let mut provenance = provenance();
    let ask = |provenance: &mut Provenance, a: u64, b: u64| {
        let before = provenance.n_raw_questions();
        provenance.binary(BinaryOp::I32Eq, address(a), address(b), u64::from(a == b));
        provenance.n_raw_questions() - before
    };
    assert_eq!(ask(&mut provenance, 0x9000, 0x9200), 0, "two blocks");
    assert_eq!(ask(&mut provenance, 0x9000, 0x9100), 0, "beginning and end");
    assert_eq!(ask(&mut provenance, 0x9100, 0x9200), 1, "the end of one, the beginning of another");
    provenance.heap_freed(0x9000, 0x100);
    assert_eq!(ask(&mut provenance, 0x9000, 0x9000), 0, "it itself");
    assert_eq!(ask(&mut provenance, 0x9000, 0x9200), 1, "the other one may be there now");
    assert_eq!(ask(&mut provenance, 0x9000, 0x9008), 0, "it has been one block");
}

#[test]
fn bytes_keep_what_they_are_part_of() {
    let mut provenance = provenance();
    let memory = Memory::new(1, 1);
    let at = |address: u32, len: u32| Place { base: number(u64::from(address)), offset: 0, address, len };
    provenance.store(&memory, at(0x9000, 4), address(0x9000)).unwrap();
    provenance.copy(&memory, 0x9009, 0x9000, 4).unwrap();
    let loaded = provenance.load(&memory, at(0x9009, 4), Extension::Zero).unwrap();
    assert_eq!(loaded.tags, ADDRESS, "also where it is not aligned");
    assert_eq!(provenance.origin(0x900b), Origin::Address(2));
    provenance.store(&memory, at(0x900a, 1), number(0)).unwrap();
    assert_eq!(provenance.origin(0x900a), Origin::Data);
    let part = provenance.load(&memory, at(0x9001, 1), Extension::Zero).unwrap();
    provenance.store(&memory, at(0x9011, 1), Tracked { value: 0, shadow: part }).unwrap();
    assert_eq!(provenance.origin(0x9011), Origin::Address(1), "copied byte by byte");
    provenance.store(&memory, at(0x9018, 4), Provenance::token(7)).unwrap();
    assert_eq!(provenance.origin(0x9018), Origin::Token(0));
}

#[test]
fn parts_of_two_names_are_no_name() {
    let mut provenance = provenance();
    let memory = Memory::new(1, 1);
    let at = |address: u32, len: u32| Place { base: number(u64::from(address)), offset: 0, address, len };
    for (place, name) in [(0x9000, Provenance::key(7)), (0x9004, Provenance::key(9))] {
        provenance.store(&memory, at(place, 4), name).unwrap();
    }
    let half = provenance.load(&memory, at(0x9006, 2), Extension::Zero).unwrap();
    provenance.store(&memory, at(0x9002, 2), Tracked { value: 0, shadow: half }).unwrap();
    assert_eq!((provenance.part_of(0x9001), provenance.part_of(0x9002)), (7, 9), "in memory they are known");
    let torn = provenance.load(&memory, at(0x9000, 4), Extension::Zero).unwrap();
    assert_eq!(torn.tags, mixed(4));
    let before = provenance.n_raw_questions();
    let torn = Tracked { value: 0, shadow: torn };
    provenance.decide_comparison(BinaryOp::I32LtU, torn, Provenance::key(8), true).expect("it is defined");
    assert_eq!(provenance.n_raw_questions(), before + 1);
}

#[test]
fn an_access_stays_in_the_block_of_its_pointer() {
    let mut provenance = provenance();
    let memory = Memory::new(1, 1);
    let through = |pointer: Tracked<Kind>, address: u32| Place { base: pointer, offset: 0, address, len: 4 };
    let before = address_in(0x9200, 0x9000);
    assert!(provenance.load(&memory, through(before, 0x9000), Extension::Zero).is_err(), "it is in another block");
    assert!(provenance.load(&memory, through(before, 0x9200), Extension::Zero).is_ok(), "wherever the pointer was");
    assert!(
        provenance.load(&memory, through(address(0x9000), 0x90fd), Extension::Zero).is_err(),
        "the last byte is not"
    );
    assert!(provenance.load(&memory, through(number(0x9000), 0x9000), Extension::Zero).is_ok(), "nobody knows");
}

#[test]
fn computed_values_lead_to_the_blocks_of_their_addresses() {
    let mut provenance = provenance();
    let memory = Memory::new(1, 1);
    let place = |address: u32| Place { base: number(u64::from(address)), offset: 0, address, len: 4 };
    let shifted = provenance.binary(BinaryOp::I32ShrU, address(0x9000), number(2), 0);
    provenance.store(&memory, place(0x9010), Tracked { value: 0, shadow: shifted }).unwrap();
    assert_eq!(provenance.blocks_in(0x9010), Some(vec![0x9000]));
    let both = provenance.binary(BinaryOp::I32Xor, address(0x9000), address(0x9208), 0);
    provenance.store(&memory, place(0x9020), Tracked { value: 0, shadow: both }).unwrap();
    assert_eq!(provenance.blocks_in(0x9021), Some(vec![0x9000, 0x9200]));
    let with_key = provenance.binary(BinaryOp::I32Add, Provenance::key(3), address(0x9000), 0);
    provenance.store(&memory, place(0x9030), Tracked { value: 0, shadow: with_key }).unwrap();
    assert_eq!(provenance.blocks_in(0x9030), None, "nobody knows");
    assert_eq!(provenance.blocks_in(0x9040), Some(Vec::new()), "a number");
}
