/** Entry of the built daemon: nothing else is loaded before these two have been seen to. */
import { keepInspectorShut, requireFiles } from '../launch/process.mjs'

keepInspectorShut()
requireFiles()
await import('./daemon.ts')
