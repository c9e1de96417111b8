//! Histories: calls that lead to a state.

use glassbox_abi::Disturbance;

/// A call of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function; `drop` for the end of every history.
    pub function: String,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// Its role.
    pub role: Role,
    /// Results of `glassbox::choose` during the call, where there was more than one possibility.
    pub choices: Vec<u32>,
    /// The statement that uses the result, with `{}` where the call goes; none if the result is only dropped.
    pub usage: Option<String>,
    /// What went wrong around the call.
    pub disturbances: Vec<Disturbance>,
    /// Whether it must panic.
    pub must_panic: bool,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its `Debug` text, with keys as their places in the order.
    pub text: String,
    /// The choices that led to it.
    pub choices: Vec<u32>,
}

/// Role of a function: how it takes the subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Makes it.
    Constructor,
    /// Takes it as `&mut`.
    Operation,
    /// Takes it as `&`.
    Law,
    /// Takes it by value, and may give one back.
    Consumer,
    /// Moves it to another place in memory: no function of the user, but something that any code may do between two calls.
    Move,
    /// Forgets a key of which only dead copies are left. It is no call, and no history shows it.
    Forget,
    /// Drops it, at the end of every history.
    Drop,
}

impl Role {
    /// The address of the subject after a call that returned `value`, with the subject at `before`; none if there is none
    /// any more.
    pub(crate) fn subject_after(self, before: u32, value: u32) -> Option<u32> {
        match self {
            Self::Law => Some(before),
            Self::Drop => None,
            Self::Constructor | Self::Operation | Self::Consumer | Self::Move | Self::Forget => {
                Some(value).filter(|address| *address != 0)
            }
        }
    }
}

impl From<glassbox_abi::Role> for Role {
    fn from(role: glassbox_abi::Role) -> Self {
        match role {
            glassbox_abi::Role::Constructor => Self::Constructor,
            glassbox_abi::Role::Operation => Self::Operation,
            glassbox_abi::Role::Consumer => Self::Consumer,
            glassbox_abi::Role::Law => Self::Law,
        }
    }
}

impl Call {
    /// The call as a statement.
    pub fn statement(&self) -> String {
        let call = self.expression(self.arguments.iter().map(|argument| argument.text.as_str()));
        let statement = match (self.role, &self.usage) {
            (Role::Move, _) => "let mut subject = std::hint::black_box(subject); // it is moved".to_owned(),
            (Role::Constructor, _) => format!("let mut subject = {call};"),
            (_, Some(usage)) => usage.replacen("{}", &call, 1),
            (_, None) => format!("{call};"),
        };
        let disturbances: Vec<String> = self.disturbances.iter().map(ToString::to_string).collect();
        let must_panic = (self.must_panic && disturbances.is_empty()).then(|| "it must panic".to_owned());
        let notes: Vec<String> = disturbances.into_iter().chain(must_panic).collect();
        if notes.is_empty() { statement } else { format!("{statement} // {}", notes.join(", ")) }
    }

    /// The call as an expression, with these arguments.
    pub fn expression<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> String {
        let subject = match self.role {
            Role::Constructor => None,
            Role::Operation => Some("&mut subject"),
            Role::Law => Some("&subject"),
            Role::Consumer | Role::Drop | Role::Move | Role::Forget => Some("subject"),
        };
        let arguments: Vec<&str> = subject.into_iter().chain(arguments).collect();
        format!("{}({})", self.function, arguments.join(", "))
    }
}
