#!/usr/bin/env node
// Installed command chainwrightd: starts the daemon as in a checkout.
process.argv.splice(2, 0, 'daemon')
await import('./run.mjs')
