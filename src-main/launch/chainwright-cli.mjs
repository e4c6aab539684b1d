#!/usr/bin/env node
// chainwright-cli where the program is installed: the client, started as in a checkout.
process.argv.splice(2, 0, 'client')
await import('./run.mjs')
