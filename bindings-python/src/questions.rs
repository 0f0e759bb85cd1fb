//! How a question is asked by its name: a function of each class that answers questions, made from a list of them.

/// Makes `asked`, for the class that is called `Asked` where this is used: it reads the arguments of a question in their order, and
/// runs it.
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
