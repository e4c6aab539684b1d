/** Entry of the built daemon: does these things before anything else is loaded. */
import { limitYoungGeneration } from '../app/thread/gcTuning.ts'
import { hardenProcess, requireFiles } from '../launch/process.mjs'

hardenProcess()
limitYoungGeneration()
requireFiles()
await import('./daemon.ts')
