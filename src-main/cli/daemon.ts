/** chainwrightd: the node without a window, on this process's own thread. */
import { nodeFor, readOptions } from '../host/nodeSetup.ts'
import type { NodeOptions } from '../node/options.ts'

const EXIT_FAILED = 1

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function complain(message: string): void {
  process.stderr.write(`Error: ${message}\n`)
}

/** Resolves to the exit code when the node has closed its files. */
async function serve(options: NodeOptions): Promise<number> {
  const node = nodeFor(options, (line) => process.stderr.write(`${line}\n`))
  const signalled = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => signalled.resolve())
  const ending = Promise.race([node.stopRequested, signalled.promise])
  const started = node.start().then(
    () => 'ready' as const,
    (error: unknown) => {
      complain(error instanceof Error ? error.message : String(error))
      return 'failed' as const
    },
  )
  const outcome = await Promise.race([started, ending.then(() => 'ended' as const)])
  if (outcome === 'ready') {
    print(`${options.chain.name} is ready. Ctrl-C stops it.`)
    await ending
  }
  await node.stop()
  return outcome === 'failed' ? EXIT_FAILED : 0
}

async function main(argv: readonly string[]): Promise<number> {
  const loaded = readOptions(argv)
  if (loaded.kind === 'error') {
    complain(loaded.message)
    return EXIT_FAILED
  }
  if (loaded.kind !== 'options') {
    print(loaded.text)
    return 0
  }
  for (const warning of loaded.warnings) process.stderr.write(`Warning: ${warning}\n`)
  return serve(loaded.options)
}

process.exitCode = await main(process.argv.slice(2))
// Worker threads and idle sockets must not keep a stopped daemon alive.
process.exit()
