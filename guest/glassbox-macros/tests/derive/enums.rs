//! Enums with payload: a recursive one, two that contain each other, one three deep, one with very many variants.

use glassbox::{Broken, Children, Invariant, Structure};

use crate::states::{check, states};

// --- A tree as an enum ---

#[derive(Clone, Debug, Structure)]
enum Tree {
    Leaf,
    Node(Box<Tree>, #[glassbox(values = 0..2)] i32, Box<Tree>),
}

impl Invariant for Tree {
    type Summary = u8;

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        Ok(match self {
            Tree::Leaf => 0,
            Tree::Node(left, _, right) => 1 + children.summary(left).max(children.summary(right)),
        })
    }
}

fn trees(height: u32) -> Vec<Tree> {
    let mut all = vec![Tree::Leaf];
    let below = if height == 0 { Vec::new() } else { trees(height - 1) };
    for left in &below {
        for value in 0..2 {
            all.extend(below.iter().map(|right| Tree::Node(Box::new(left.clone()), value, Box::new(right.clone()))));
        }
    }
    all
}

#[test]
fn a_recursive_enum_has_all_its_trees() {
    for height in 1..=3 {
        check::<Tree>(
            &[("height", height)],
            |tree| format!("{tree:?}"),
            trees(height).iter().map(|t| format!("{t:?}")),
        );
    }
}

// --- Two types that contain each other ---

#[derive(Clone, Debug, Structure)]
enum Expr<T> {
    Lit(T),
    Block(Box<Stmt<T>>),
}

#[derive(Clone, Debug, Structure)]
struct Stmt<T> {
    expr: Box<Expr<T>>,
    next: Option<Box<Stmt<T>>>,
}

impl<T: Structure> Invariant for Expr<T> {
    type Summary = u8;

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        Ok(match self {
            Expr::Lit(_) => 1,
            Expr::Block(block) => 1 + children.summary(block),
        })
    }
}

impl<T: Structure> Invariant for Stmt<T> {
    type Summary = u8;

    fn check(&self, children: &Children) -> Result<u8, Broken> {
        Ok(children.summary(&self.expr) + children.summary(&self.next).unwrap_or(0))
    }
}

fn exprs(exprs_left: u32, stmts_left: u32) -> Vec<Expr<bool>> {
    let mut all = vec![Expr::Lit(false), Expr::Lit(true)];
    if stmts_left > 0 {
        all.extend(stmts(exprs_left, stmts_left - 1).into_iter().map(|stmt| Expr::Block(Box::new(stmt))));
    }
    all
}

/// A statement needs an expression, so there is none where no more expressions may follow.
fn stmts(exprs_left: u32, stmts_left: u32) -> Vec<Stmt<bool>> {
    if exprs_left == 0 {
        return Vec::new();
    }
    let mut nexts = vec![None];
    if stmts_left > 0 {
        nexts.extend(stmts(exprs_left, stmts_left - 1).into_iter().map(|stmt| Some(Box::new(stmt))));
    }
    let exprs = exprs(exprs_left - 1, stmts_left);
    let all = exprs.iter().flat_map(|expr| nexts.iter().map(|next| (expr.clone(), next.clone())));
    all.map(|(expr, next)| Stmt { expr: Box::new(expr), next }).collect()
}

#[test]
fn types_that_contain_each_other_end_at_the_height() {
    for height in 1..=2 {
        let expect = stmts(height, height);
        check::<Stmt<bool>>(&[("height", height)], |s| format!("{s:?}"), expect.iter().map(|s| format!("{s:?}")));
    }
}

// --- Three deep, through payloads that are not links ---

#[derive(Clone, Debug, Structure)]
enum Outer {
    Middle(Middle),
    Empty,
}

#[derive(Clone, Debug, Structure)]
enum Middle {
    Inner { inner: Inner, flag: bool },
    Nothing(()),
}

#[derive(Clone, Debug, Structure)]
enum Inner {
    Link(Option<Box<Root>>),
    Flag(Option<bool>),
}

#[derive(Clone, Debug, Structure)]
#[glassbox(no_invariant)]
struct Root {
    outer: Outer,
}

fn roots(height: u32) -> Vec<Root> {
    let mut inners: Vec<Inner> = [None, Some(false), Some(true)].into_iter().map(Inner::Flag).collect();
    inners.push(Inner::Link(None));
    if height > 0 {
        inners.extend(roots(height - 1).into_iter().map(|root| Inner::Link(Some(Box::new(root)))));
    }
    let with = |flag: bool| inners.iter().map(move |inner| Middle::Inner { inner: inner.clone(), flag });
    let middles = with(false).chain(with(true)).chain([Middle::Nothing(())]);
    let outers = middles.map(Outer::Middle).chain([Outer::Empty]);
    outers.map(|outer| Root { outer }).collect()
}

#[test]
fn enums_in_enums_in_enums_have_all_combinations() {
    for height in 1..=3 {
        let expect = roots(height);
        check::<Root>(&[("height", height)], |root| format!("{root:?}"), expect.iter().map(|root| format!("{root:?}")));
    }
}

// --- Many variants ---

macro_rules! enums {
    ($($name:ident)*) => {
        /// Its tag needs two bytes.
        #[derive(Clone, Copy, Debug, PartialEq, Structure)]
        #[glassbox(no_invariant)]
        enum Bare { $($name),* }

        /// Not one variable: a tag and a cell in each variant.
        #[derive(Clone, Debug, PartialEq, Structure)]
        #[glassbox(no_invariant)]
        enum Full { $($name(bool)),* }
    };
}

enums! {
    V0 V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V13 V14 V15 V16 V17 V18 V19
    V20 V21 V22 V23 V24 V25 V26 V27 V28 V29 V30 V31 V32 V33 V34 V35 V36 V37 V38 V39
    V40 V41 V42 V43 V44 V45 V46 V47 V48 V49 V50 V51 V52 V53 V54 V55 V56 V57 V58 V59
    V60 V61 V62 V63 V64 V65 V66 V67 V68 V69 V70 V71 V72 V73 V74 V75 V76 V77 V78 V79
    V80 V81 V82 V83 V84 V85 V86 V87 V88 V89 V90 V91 V92 V93 V94 V95 V96 V97 V98 V99
    V100 V101 V102 V103 V104 V105 V106 V107 V108 V109 V110 V111 V112 V113 V114 V115 V116 V117 V118 V119
    V120 V121 V122 V123 V124 V125 V126 V127 V128 V129 V130 V131 V132 V133 V134 V135 V136 V137 V138 V139
    V140 V141 V142 V143 V144 V145 V146 V147 V148 V149 V150 V151 V152 V153 V154 V155 V156 V157 V158 V159
    V160 V161 V162 V163 V164 V165 V166 V167 V168 V169 V170 V171 V172 V173 V174 V175 V176 V177 V178 V179
    V180 V181 V182 V183 V184 V185 V186 V187 V188 V189 V190 V191 V192 V193 V194 V195 V196 V197 V198 V199
    V200 V201 V202 V203 V204 V205 V206 V207 V208 V209 V210 V211 V212 V213 V214 V215 V216 V217 V218 V219
    V220 V221 V222 V223 V224 V225 V226 V227 V228 V229 V230 V231 V232 V233 V234 V235 V236 V237 V238 V239
    V240 V241 V242 V243 V244 V245 V246 V247 V248 V249 V250 V251 V252 V253 V254 V255 V256 V257 V258 V259
    V260 V261 V262 V263 V264 V265 V266 V267 V268 V269 V270 V271 V272 V273 V274 V275 V276 V277 V278 V279
    V280 V281 V282 V283 V284 V285 V286 V287 V288 V289 V290 V291 V292 V293 V294 V295 V296 V297 V298 V299
}

#[test]
fn three_hundred_variants_are_told_apart() {
    assert_eq!(<Bare as glassbox::Finite>::all().len(), 300);
    assert_eq!(states::<Bare>(&[], |bare| format!("{bare:?}")).0.len(), 300);
    assert_eq!(states::<Full>(&[], |full| format!("{full:?}")).0.len(), 600);
}

// --- No variants ---

#[derive(Clone, Debug, Structure)]
enum Never {}

#[test]
fn a_variant_without_values_does_not_occur() {
    #[derive(Clone, Debug, Structure)]
    #[glassbox(no_invariant)]
    enum Either {
        Left(bool),
        Right(Never, bool),
    }
    check::<Either>(&[], |either| format!("{either:?}"), ["Left(false)".to_owned(), "Left(true)".to_owned()]);
}
