// The script of the worker that `main.js` starts.

import "scrubjay/worker-thread";
