#!/usr/bin/env node
// Installed command chainwright-cli: starts the client as in a checkout.
process.argv.splice(2, 0, 'client')
await import('./run.mjs')
