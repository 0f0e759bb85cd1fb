// The script of its worker.

import "scrubjay/worker-thread";
