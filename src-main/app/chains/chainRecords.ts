import type { ChainMethodResult } from '#shared/chains/index.ts'
import { type ChainProfile, portsOf } from './chainProfile.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import { clientCommand } from './clientCommand.ts'
import { folderSize } from './folders.ts'
import type { Registry } from './registry.ts'

type Listed = ChainMethodResult<'listchains'>
type ChainRecord = Listed['chains'][number]

/** How long a size on disk is reused. */
const SIZE_LIFE_MS = 15_000
/** How long a list waits for sizes; windows are notified when later ones arrive. */
const SIZE_WAIT_MS = 150

export interface RecordDeps {
  readonly root: string
  readonly registry: Registry
  readonly supervisor: ChainSupervisor
  /** milliseconds */
  now(): number
}

/** Answers listchains. */
export function createChainRecords({ root, registry, supervisor, now }: RecordDeps) {
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
      if (before !== undefined && before !== size) supervisor.changed()
    })
    counting.set(directory, counted)
    return counted
  }

  /** The last known size; an old one is being counted anew. */
  const sizeOf = async (directory: string): Promise<number | null> => {
    const known = sizes.get(directory)
    if (known === undefined || now() - known.at > SIZE_LIFE_MS) {
      const counted = count(directory)
      const waited = new Promise<void>((resolve) => setTimeout(resolve, SIZE_WAIT_MS).unref())
      if (known === undefined) await Promise.race([counted, waited])
    }
    return sizes.get(directory)?.size ?? null
  }

  const recordOf = async (profile: ChainProfile): Promise<ChainRecord> => {
    const { params, entry } = profile
    const run = supervisor.run(profile.id)
    return {
      ...{ id: profile.id, label: profile.label, kind: profile.kind, name: profile.name, network: profile.network },
      options: profile.options,
      peers: profile.peers,
      magic: params === undefined ? '' : params.magic.toString(16).padStart(8, '0'),
      ...portsOf(profile),
      directory: profile.directory,
      size: await sizeOf(profile.directory),
      height: run.tip()?.height ?? entry?.height ?? null,
      lastused: entry === undefined ? startedAt : entry.lastUsed,
      ...run.now(),
      testnode: profile.testnode,
      publiconly: params?.publicOnly ?? false,
    }
  }

  return {
    async list(): Promise<Listed> {
      const chains = await Promise.all(supervisor.profiles().map(recordOf))
      return {
        current: supervisor.current(),
        root,
        client: clientCommand(),
        notice: registry.notice(),
        chains: chains.toSorted((a, b) => (b.lastused ?? Infinity) - (a.lastused ?? Infinity)),
      }
    },
    forget: (directory: string) => void sizes.delete(directory),
  }
}

export type ChainRecords = ReturnType<typeof createChainRecords>
