import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startDaemon, temporaryFolder } from '../support/daemon.ts'

/** Blocks that come one by one, behind an import of all before. */
const BLOCKS = 300
/** Length of the magic and of the size before each block of a bootstrap file. */
const HEAD = 8

interface Chain {
  readonly args: readonly string[]
  /** a bootstrap file */
  readonly file: string
}

function split(file: string): { readonly first: string; readonly rest: readonly string[] } {
  const bytes = readFileSync(file)
  const ends: number[] = []
  for (let at = 0; at + HEAD <= bytes.length; at = ends.at(-1) ?? bytes.length) {
    ends.push(at + HEAD + bytes.readUInt32LE(at + 4))
  }
  const border = ends.length - BLOCKS
  const first = join(temporaryFolder(), 'first.dat')
  writeFileSync(first, bytes.subarray(0, ends[border - 1]))
  const rest = ends.slice(border).map((end, index) => bytes.toString('hex', ends[border + index - 1]! + HEAD, end))
  return { first, rest }
}

/** Milliseconds between two blocks that nobody publishes. */
const PAUSE = 20

/**
 * Milliseconds that the last blocks of a chain take to connect when they come one by one, as near the tip.
 * @param url where the chain is published meanwhile; undefined: nowhere
 * @param apart the next block comes when the last one is published; else right behind it, so that both want the processor
 */
export async function connectNearTip(
  { args, file }: Chain,
  url: string | undefined,
  { apart }: { readonly apart: boolean },
): Promise<number> {
  const { first, rest } = split(file)
  const publish = url === undefined ? [] : [`-publish=${url}`]
  const daemon = await startDaemon({
    args: [...args, '-disablewallet', `-loadblock=${first}`, ...publish],
    patience: 600_000,
  })
  try {
    const level = async () => {
      do await delay(PAUSE)
      while (url !== undefined && (await daemon.rpc.call<{ state: string }>('getpublishinfo')).state !== 'level')
    }
    await level()
    let spent = 0
    for (const block of rest) {
      const begun = performance.now()
      const answer = await daemon.rpc.call('submitblock', block)
      if (answer !== null) throw new Error(`submitblock: ${String(answer)}`)
      spent += performance.now() - begun
      if (apart) await level()
    }
    return spent
  } finally {
    await daemon.stop()
  }
}
