/** Entry of the built browser mode: does these two things before anything else is loaded. */
import { hardenProcess, requireFiles } from '../launch/process.mjs'

hardenProcess()
requireFiles()
await import('./main.ts')
