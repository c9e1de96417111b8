//! From a module in a script, as text or as bytes, to one that the machine has loaded.

use std::fmt;
use std::sync::Arc;

use glassbox_vm::module::{LoadError, Module};
use wast::core::ModuleKind;
use wast::lexer::Lexer;
use wast::parser::{self, ParseBuffer};
use wast::{QuoteWat, QuoteWatTest, Wat};

use crate::spectest::use_real_limits;
use crate::surface::Surface;

/// A loaded module. Cloning shares it.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// As written: this says what it imports.
    pub(crate) declared: Linkable,
    /// With the real limits of what it imports from `spectest`: this is what is instantiated.
    pub(crate) real: Linkable,
}

/// A module, and what linking needs to know of it.
#[derive(Clone, Debug)]
pub(crate) struct Linkable {
    pub(crate) module: Arc<Module>,
    /// None for a binary module.
    pub(crate) surface: Option<Arc<Surface>>,
}

/// Why there is no module.
#[derive(Debug)]
pub(crate) enum Rejected {
    /// The text is malformed.
    Text(wast::Error),
    /// The machine does not load it.
    Load(LoadError),
}

impl Rejected {
    /// Whether the module is wrong, rather than valid and not supported.
    pub(crate) fn is_invalid(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Load(LoadError::Invalid(_)))
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => write!(f, "malformed text: {}", error.message()),
            Self::Load(error) => error.fmt(f),
        }
    }
}

impl From<wast::Error> for Rejected {
    fn from(error: wast::Error) -> Self {
        Self::Text(error)
    }
}

impl From<LoadError> for Rejected {
    fn from(error: LoadError) -> Self {
        Self::Load(error)
    }
}

/// Compiles a module that may be quoted text.
pub(crate) fn quoted(mut wat: QuoteWat<'_>) -> Result<Compiled, Rejected> {
    if let QuoteWat::Wat(wat) = wat {
        return module(wat);
    }
    let span = wat.span();
    let QuoteWatTest::Text(bytes) = wat.to_test()? else { unreachable!("only quoted text is left") };
    let malformed = |_| wast::Error::new(span, "malformed UTF-8 encoding".to_owned());
    text(&String::from_utf8(bytes).map_err(malformed)?)
}

/// Compiles text.
pub(crate) fn text(text: &str) -> Result<Compiled, Rejected> {
    let mut lexer = Lexer::new(text);
    // Names in the suite use all of Unicode.
    lexer.allow_confusing_unicode(true);
    let buffer = ParseBuffer::new_with_lexer(lexer)?;
    module(parser::parse::<Wat<'_>>(&buffer)?)
}

/// Compiles a parsed module.
pub(crate) fn module(mut wat: Wat<'_>) -> Result<Compiled, Rejected> {
    let declared = linkable(&mut wat)?;
    let changed = match &mut wat {
        Wat::Module(wast::core::Module { kind: ModuleKind::Text(fields), .. }) => use_real_limits(fields),
        _ => false,
    };
    let real = if changed { linkable(&mut wat)? } else { declared.clone() };
    Ok(Compiled { declared, real })
}

fn linkable(wat: &mut Wat<'_>) -> Result<Linkable, Rejected> {
    let module = Arc::new(Module::load(&wat.encode()?)?);
    let surface = match wat {
        Wat::Module(wast::core::Module { kind: ModuleKind::Text(fields), .. }) => Some(Arc::new(Surface::of(fields))),
        _ => None,
    };
    Ok(Linkable { module, surface })
}
