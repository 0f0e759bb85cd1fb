//! Loads the component, and calls an instance of it.

use std::time::Duration;

use wasmtime::component::{Component, Linker};
use wasmtime::{Config, Engine, ResourceLimiter, Store, Trap};

use super::bindings::{Scrubjay, ScrubjayPre};
use super::deadline::{TickingThread, ticks};
use super::{GuestError, PRECOMPILED, config};

/// The most elements in the component's tables; it has about a hundred.
const MAX_ELEMENTS: usize = 100_000;

/// The component, ready to be instantiated.
pub struct Guest {
    engine: Engine,
    component: ScrubjayPre<Limits>,
    _clock: TickingThread,
}

/// A running instance with its own memory.
pub struct Instance {
    store: Store<Limits>,
    exports: Scrubjay,
}

/// The limits of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Bytes of linear memory.
    pub memory: usize,
    /// The time limit of a call; it is measured in steps of a tenth of a second.
    pub call: Duration,
}

impl Default for Allowance {
    /// 1 GiB and 30 seconds; the longest known call takes less than one second.
    fn default() -> Allowance {
        Allowance { memory: 1 << 30, call: Duration::from_secs(30) }
    }
}

/// Enforces the limits of an instance, and records whether the instance asked for more memory than allowed.
pub struct Limits {
    allowance: Allowance,
    memory_refused: bool,
}

impl Guest {
    /// Loads the component.
    ///
    /// # Errors
    /// [`GuestError::Incompatible`] if the machine lacks what the machine code needs.
    pub fn load() -> Result<Guest, GuestError> {
        let engine = Engine::new(&settings()).map_err(GuestError::Incompatible)?;
        let component = load(&engine).map_err(GuestError::Incompatible)?;
        // The linker is empty: a component with any import would be refused here.
        let component = Linker::new(&engine).instantiate_pre(&component).and_then(ScrubjayPre::new);
        let component = component.map_err(GuestError::Incompatible)?;
        let clock = TickingThread::start(&engine);
        Ok(Guest { engine, component, _clock: clock })
    }

    /// A new, empty instance.
    ///
    /// # Errors
    /// [`GuestError::Incompatible`] if its interface is not the one this library was built for, or if it gets too
    /// little memory to start; [`GuestError::Stopped`] if it traps at the start.
    pub fn instance(&self, allowance: Allowance) -> Result<Instance, GuestError> {
        let mut store = Store::new(&self.engine, Limits { allowance, memory_refused: false });
        store.limiter(|limits| limits);
        store.set_epoch_deadline(ticks(allowance.call));
        let exports = self.component.instantiate(&mut store).map_err(|error| match error.is::<Trap>() {
            true => GuestError::stopped("instantiate", store.data().memory_refused, &error),
            false => GuestError::Incompatible(error),
        })?;
        Ok(Instance { store, exports })
    }
}

impl Instance {
    /// Sets the limits from the next call on.
    pub fn allow(&mut self, allowance: Allowance) {
        self.store.data_mut().allowance = allowance;
    }

    /// Calls a function. After an error the instance is dead and must be dropped.
    ///
    /// # Errors
    /// [`GuestError::Stopped`].
    pub fn call<T>(
        &mut self,
        name: &'static str,
        function: impl FnOnce(&Scrubjay, &mut Store<Limits>) -> wasmtime::Result<T>,
    ) -> Result<T, GuestError> {
        self.store.set_epoch_deadline(ticks(self.store.data().allowance.call));
        let result = function(&self.exports, &mut self.store);
        result.map_err(|error| GuestError::stopped(name, self.store.data().memory_refused, &error))
    }
}

impl ResourceLimiter for Limits {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        let fits = desired <= self.allowance.memory;
        self.memory_refused |= !fits;
        Ok(fits)
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        Ok(desired <= MAX_ELEMENTS)
    }
}

/// The configuration for which the component was compiled, and settings that affect only the runtime.
fn settings() -> Config {
    #[cfg_attr(not(target_os = "linux"), expect(unused_mut, reason = "only Linux has more to say"))]
    let mut config = config();
    #[cfg(target_os = "linux")]
    config.with_host_memory(std::sync::Arc::new(super::large_pages::LargePages));
    config
}

/// The machine code if it fits; otherwise the component, compiled now, or without the feature `compile` an error.
fn load(engine: &Engine) -> wasmtime::Result<Component> {
    // SAFETY: these bytes were made by wasmtime from our own component when this library was built, and are part of it.
    let loaded = unsafe { Component::deserialize(engine, PRECOMPILED) };
    #[cfg(feature = "compile")]
    let loaded = loaded.or_else(|_| Component::new(engine, super::COMPONENT));
    loaded
}
