import type { ChainMethodResult } from '#shared/chains/index.ts'
import type { ChainBoard } from './chainBoard.ts'
import { folderSize } from './folders.ts'
import type { Registry } from './registry.ts'
import { portsOf, type Subject } from './subject.ts'

type Listed = ChainMethodResult<'listchains'>
type ChainRecord = Listed['chains'][number]

/** A size that is not older is told again. */
const SIZE_LIFE_MS = 15_000
/** A list does not wait longer for sizes: it is asked for again when they are there. */
const SIZE_WAIT_MS = 150

export interface RecordDeps {
  readonly root: string
  readonly registry: Registry
  readonly board: ChainBoard
  /** milliseconds */
  now(): number
}

/** What listchains answers. */
export function createChainRecords({ root, registry, board, now }: RecordDeps) {
  const startedAt = Math.floor(now() / 1000)
  const sizes = new Map<string, { readonly at: number; size: number | undefined }>()
  const counting = new Map<string, Promise<void>>()

  const count = (directory: string): Promise<void> => {
    const running = counting.get(directory)
    if (running) return running
    const counted = folderSize(directory).then((size) => {
      counting.delete(directory)
      const before = sizes.get(directory)?.size
      sizes.set(directory, { at: now(), size })
      if (before !== undefined && before !== size) board.changed()
    })
    counting.set(directory, counted)
    return counted
  }

  /** The last known size; a new one is on its way when that is old. */
  const sizeOf = async (directory: string): Promise<number | null> => {
    const known = sizes.get(directory)
    if (known === undefined || now() - known.at > SIZE_LIFE_MS) {
      const counted = count(directory)
      const waited = new Promise<void>((resolve) => setTimeout(resolve, SIZE_WAIT_MS).unref())
      if (known === undefined) await Promise.race([counted, waited])
    }
    return sizes.get(directory)?.size ?? null
  }

  const recordOf = async (subject: Subject): Promise<ChainRecord> => {
    const { params, entry } = subject
    const run = board.run(subject.id)
    return {
      ...{ id: subject.id, label: subject.label, kind: subject.kind, name: subject.name, network: subject.network },
      options: subject.options,
      peers: subject.peers,
      magic: params === undefined ? '' : params.magic.toString(16).padStart(8, '0'),
      ...portsOf(subject),
      directory: subject.directory,
      size: await sizeOf(subject.directory),
      height: run.tip()?.height ?? entry?.height ?? null,
      lastused: entry === undefined ? startedAt : entry.lastUsed,
      ...run.now(),
      testnode: subject.testnode,
      publiconly: params?.publicOnly ?? false,
    }
  }

  return {
    async list(): Promise<Listed> {
      const chains = await Promise.all(board.subjects().map(recordOf))
      return {
        current: board.current(),
        root,
        notice: registry.notice(),
        chains: chains.toSorted((a, b) => (b.lastused ?? Infinity) - (a.lastused ?? Infinity)),
      }
    },
    forget: (directory: string) => void sizes.delete(directory),
  }
}

export type ChainRecords = ReturnType<typeof createChainRecords>
