/** Entry of the built daemon: does these things before anything else is loaded. */
import { holdYoungSpace } from '../app/thread/collector.ts'
import { hardenProcess, requireFiles } from '../launch/process.mjs'

hardenProcess()
holdYoungSpace()
requireFiles()
await import('./daemon.ts')
