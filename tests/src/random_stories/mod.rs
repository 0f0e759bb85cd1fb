//! Compares records of the core with a model in random stories of recording, forgetting, upkeep and crashes. The model keeps plain
//! lists, from which it computes the answer to every question.
//!
//! [`generate`] makes a story's steps from a seed, [`model`] keeps the records as a list and [`answers`] computes each answer anew
//! from it, without any code of the core. [`store`] is the store between the two, which may have a fault planted;
//! [`ask`] compares all answers, [`life`] lives through a story, also on the [`component`], [`beside`] on a host in another process
//! too, and [`tenants`] asks one tenant with all that another one has.

pub mod generate;

pub mod model;

mod adopted;
pub mod answers;
mod counted;

pub mod store;

mod ask;
pub mod component;

pub mod life;
mod remade;
mod spoken;

pub mod beside;

pub mod tenants;
