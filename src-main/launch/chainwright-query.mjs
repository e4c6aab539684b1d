#!/usr/bin/env node
// Installed command chainwright-query: answers RPC calls from published tables, started as in a checkout.
process.argv.splice(2, 0, 'query')
await import('./run.mjs')
