/**
 * Entry of the node's worker thread: receives calls; sends results, progress and events. The node runs here so that it
 * never blocks a window.
 */
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { RPC_ERROR, RpcError, toWire } from '#shared/errors.ts'
import type { Progress } from '#shared/events.ts'
import { type ChainNode, NOT_PRIVATE, PairState } from '../../node/index.ts'
import { tuneGarbageCollector } from './gcTuning.ts'
import type { FromThread, ThreadData, ToThread } from './messages.ts'
import { createLoggingNode } from './nodeSetup.ts'
import { readOptions } from './readOptions.ts'
import { throttle } from './throttle.ts'

tuneGarbageCollector()
if (!parentPort) throw new Error('nodeThread runs as a worker thread only')
const port = parentPort
const { argv, transport, pair: given } = workerData as ThreadData
const post = (message: FromThread) => port.postMessage(message)
const pair = given && {
  ...given,
  state: new PairState(given.memory, () => post({ kind: 'event', event: { type: 'chains' } })),
}
const running = new Map<number, AbortController>()

type Call = Extract<ToThread, { kind: 'call' | 'unasked' }>

async function answer(node: ChainNode, { kind, id, method, params }: Call): Promise<void> {
  const controller = new AbortController()
  running.set(id, controller)
  const progress = throttle(
    () => performance.now(),
    (now: Progress) => post({ kind: 'progress', id, progress: now }),
    ({ done, total }) => done === total,
  )
  try {
    const call = () => node.dispatcher.callText(method, params, { transport, signal: controller.signal, progress })
    const result = await (kind === 'call' ? call() : sendUnasked(call))
    post({ kind: 'result', id, result })
  } catch (error) {
    post({ kind: 'error', id, error: toWire(error) })
  } finally {
    running.delete(id)
  }
}

function sendUnasked(send: () => Promise<string>): Promise<string> {
  if (pair === undefined) throw new RpcError(RPC_ERROR.MISC, NOT_PRIVATE)
  return pair.state.sendUnasked(send)
}

async function stop(node: ChainNode): Promise<void> {
  await node.stop()
  post({ kind: 'stopped' })
  port.close()
}

async function run(node: ChainNode): Promise<void> {
  node.onEvent((event) => post({ kind: 'event', event }))
  port.on('message', (message: ToThread) => {
    if (message.kind === 'stop') void stop(node)
    else if (message.kind === 'ping') post({ kind: 'pong' })
    else if (message.kind === 'power') node.setPower(message.source)
    else if (message.kind === 'cancel') running.get(message.id)?.abort()
    else void answer(node, message)
  })
  // After a failure the thread stays alive, because its replies give the reason.
  void node.stopRequested.then((cause) => (cause === 'asked' ? stop(node) : undefined))
  try {
    await node.start()
    post({ kind: 'started' })
  } catch (error) {
    // The thread stays alive: the window calls getnodestatus and shows the reason and the remedy.
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

/** Runs without a node if the options are invalid; calls of the window get the reason as an error. */
function refuse(reason: string): void {
  port.on('message', (message: ToThread) => {
    if (message.kind === 'stop') {
      post({ kind: 'stopped' })
      port.close()
    } else if (message.kind === 'call' || message.kind === 'unasked') {
      post({ kind: 'error', id: message.id, error: { code: RPC_ERROR.IN_WARMUP, message: reason } })
    }
  })
  post({ kind: 'event', event: { type: 'status', phase: 'failed', detail: reason, progress: null } })
  post({ kind: 'failed', message: reason })
}

const loaded = readOptions(argv)
if (loaded.kind === 'options') {
  const wallet = { ...loaded.options.wallet, tokenKey: true, withPhrase: true }
  const warnings = loaded.background ? [...loaded.warnings, '-daemon has no effect in the app'] : loaded.warnings
  void run(
    createLoggingNode({ ...loaded, warnings, pair, options: { ...loaded.options, wallet } }, (line) =>
      process.stderr.write(`${line}\n`),
    ),
  )
} else {
  refuse(loaded.kind === 'error' ? loaded.message : loaded.text)
}
