/** Entry of the built daemon. Performs these steps before anything else is loaded. */
import { limitYoungGeneration } from '../app/thread/gcTuning.ts'
import { reuseCompiledCode } from '../launch/compileCache.mjs'
import { hardenProcess, requireFiles } from '../launch/process.mjs'

hardenProcess()
limitYoungGeneration()
requireFiles()
reuseCompiledCode()
await import('./daemon.ts')
