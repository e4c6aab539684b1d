#!/usr/bin/env node
// chainwright-query where the program is installed: answers from published tables, started as in a checkout.
process.argv.splice(2, 0, 'query')
await import('./run.mjs')
