#!/usr/bin/env node
// chainwrightd where the program is installed: the daemon, started as in a checkout.
process.argv.splice(2, 0, 'daemon')
await import('./run.mjs')
