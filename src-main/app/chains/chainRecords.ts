import type { ChainMethodResult } from '#shared/chains/index.ts'
import { keptChainData } from '../../node/index.ts'
import { type ChainProfile, dataDirectory, resolvePorts } from './chainProfile.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import { clientCommand } from './clientCommand.ts'
import { folderSize } from './folders.ts'
import type { Registry } from './registry.ts'

type Listed = ChainMethodResult<'listchains'>
type ChainRecord = Listed['chains'][number]

/** How long a folder size is cached, in ms. */
const SIZE_LIFE_MS = 15_000
/**
 * Maximum time that a list waits for folder sizes, in ms. A size that arrives later is in the next list; windows are
 * notified only if a known size changed.
 */
const SIZE_WAIT_MS = 150

export interface RecordDeps {
  readonly root: string
  readonly registry: Registry
  readonly supervisor: ChainSupervisor
  /** monotonic time in ms */
  now(): number
}

function findKeptData(profile: ChainProfile): ChainRecord['kept'] {
  try {
    return keptChainData(dataDirectory(profile)) ?? null
  } catch {
    // Starting the node reports the reason.
    return null
  }
}

/** Builds the reply of listchains. */
export class ChainRecords {
  readonly #deps: RecordDeps
  /** unix seconds */
  readonly #startedAt: number
  readonly #sizes = new Map<string, { readonly at: number; size: number | undefined }>()
  readonly #counting = new Map<string, Promise<void>>()

  constructor(deps: RecordDeps) {
    this.#deps = deps
    this.#startedAt = Math.floor(deps.now() / 1000)
  }

  async list(): Promise<Listed> {
    const { root, registry, supervisor } = this.#deps
    const chains = await Promise.all(supervisor.profiles().map((profile) => this.#record(profile)))
    return {
      current: supervisor.current(),
      root,
      client: clientCommand(),
      notice: registry.notice(),
      chains: chains.toSorted((a, b) => (b.lastused ?? Infinity) - (a.lastused ?? Infinity)),
    }
  }

  forget(directory: string): void {
    this.#sizes.delete(directory)
  }

  #count(directory: string): Promise<void> {
    const running = this.#counting.get(directory)
    if (running) return running
    const counted = folderSize(directory).then((size) => {
      this.#counting.delete(directory)
      const before = this.#sizes.get(directory)?.size
      this.#sizes.set(directory, { at: this.#deps.now(), size })
      if (before !== undefined && before !== size) this.#deps.supervisor.changed()
    })
    this.#counting.set(directory, counted)
    return counted
  }

  /** Resolves to the last known size; a stale one is recomputed in the background. */
  async #size(directory: string): Promise<number | null> {
    const known = this.#sizes.get(directory)
    if (known === undefined || this.#deps.now() - known.at > SIZE_LIFE_MS) {
      const counted = this.#count(directory)
      const waited = new Promise<void>((resolve) => setTimeout(resolve, SIZE_WAIT_MS).unref())
      if (known === undefined) await Promise.race([counted, waited])
    }
    return this.#sizes.get(directory)?.size ?? null
  }

  async #record(profile: ChainProfile): Promise<ChainRecord> {
    const { params, entry } = profile
    const run = this.#deps.supervisor.run(profile.id)
    return {
      ...{ id: profile.id, label: profile.label, kind: profile.kind, name: profile.name, network: profile.network },
      options: profile.options,
      peers: profile.peers,
      magic: params === undefined ? '' : params.magic.toString(16).padStart(8, '0'),
      ...resolvePorts(profile),
      directory: profile.directory,
      size: await this.#size(profile.directory),
      height: run.tip()?.height ?? entry?.height ?? null,
      lastused: entry === undefined ? this.#startedAt : entry.lastUsed,
      ...run.now(),
      testnode: profile.testnode,
      publiconly: params?.publicOnly ?? false,
      asks: !this.#deps.supervisor.privacy.paysWithoutQuestion(profile.id),
      kept: findKeptData(profile),
    }
  }
}
