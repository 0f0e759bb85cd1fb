//! Generates the function of a class that asks a question by its name, from the generated list of questions.

/// Defines the function `answer_question` for the class that the calling module names `Respondent`. The function reads
/// the arguments of a question in order, and asks the question.
macro_rules! questions {
    ($($step:literal $question:ident $(($($plain:ident),*))? $({
        $module:ident::$record:ident; $($field:ident $(= $default:expr)?),*
    })?;)*) => {
        fn answer_question<'py>(
            object: &Respondent,
            py: Python<'py>,
            step: &str,
            values: &Bound<'py, PyTuple>,
        ) -> Answer<'py> {
            #[allow(unused_mut, unused_variables, reason = "a question may have no arguments")]
            let mut arguments = object.argument_reader(values);
            match step {
                $($step => {
                    $(let question = $module::$record { $($field: arguments.take(stringify!($field))?),* };
                    object.run(py, move |object| object.$question(&question)))?
                    $($(let $plain: String = arguments.take(stringify!($plain))?;)*
                    object.run(py, move |object| object.$question($(&$plain),*)))?
                })*
                _ => Err(PyValueError::new_err(format!("there is no question `{step}`"))),
            }
        }
    };
}

pub(crate) use questions;
