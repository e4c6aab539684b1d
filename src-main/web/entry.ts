/** Entry of the built browser mode. Makes these two calls before any other module is loaded. */
import { hardenProcess, requireFiles } from '../launch/process.mjs'

hardenProcess()
requireFiles()
await import('./main.ts')
