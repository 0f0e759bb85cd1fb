//! Generates the function of a class that asks a question by its name, from the generated list of questions.

/// Defines the function `asked` for the class that the calling module names `Asked`. The function reads the arguments
/// of a question in order, and asks the question.
macro_rules! questions {
    ($($step:literal $question:ident $(($($plain:ident),*))? $({
        $module:ident::$record:ident; $($field:ident $(= $default:expr)?),*
    })?;)*) => {
        fn asked<'py>(asked: &Asked, py: Python<'py>, step: &str, given: &Bound<'py, PyTuple>) -> Answer<'py> {
            #[allow(unused_mut, unused_variables, reason = "a question may have no arguments")]
            let mut given = asked.given(given);
            match step {
                $($step => {
                    $(let question = $module::$record { $($field: given.take(stringify!($field))?),* };
                    asked.run(py, move |asked| asked.$question(&question)))?
                    $($(let $plain: String = given.take(stringify!($plain))?;)*
                    asked.run(py, move |asked| asked.$question($(&$plain),*)))?
                })*
                _ => Err(PyValueError::new_err(format!("there is no question `{step}`"))),
            }
        }
    };
}

pub(crate) use questions;
