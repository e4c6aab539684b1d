/** Entry of the built program: does these two things before anything else is loaded. */
import { hardenProcess, requireFiles } from '../launch/process.mjs'

hardenProcess()
requireFiles()
await import('./query.ts')
