import type { NodeEvent } from '#shared/events.ts'
import type { FileLockDeps } from '../../files/index.ts'
import type { AppSettingsStore } from '../appSettings/index.ts'
import { readOptions, version } from '../thread/readOptions.ts'
import { type FeedSource, Updates } from '../updates/index.ts'
import type { ChainSupervisor } from './chainSupervisor.ts'
import type { StartArguments } from './startArguments.ts'

interface AppParts {
  readonly settings: AppSettingsStore
  readonly supervisor: ChainSupervisor
  /** unix seconds */
  now(): number
  emit(event: NodeEvent): void
}

interface AppUpdateDeps extends Pick<FileLockDeps, 'delay'> {
  readonly feed?: FeedSource | undefined
  log?(line: string): void
}

/** The updates of an app with these chains: their proxy is its way out, and with none but the sandbox it asks nobody. */
export function createAppUpdates(
  start: StartArguments,
  { settings, supervisor, now, emit }: AppParts,
  deps: AppUpdateDeps,
): Updates {
  return new Updates({
    ...{ root: start.root, version, source: deps.feed, now, delay: deps.delay },
    log: (line) => deps.log?.(line),
    // A command line that names a chain is a script's, or a person's who wants that chain and nothing else.
    wanted: () =>
      (start.updateCheck ?? (settings.now().updates && start.named === undefined)) &&
      supervisor.profiles().some(({ kind }) => kind !== 'sandbox' && kind !== 'friend'),
    async dial() {
      // Loaded once a day at most.
      const { createFeedConnector } = await import('../updates/feedConnector.ts')
      const shown = supervisor.current()
      const chains = supervisor.profiles().toSorted((a, b) => Number(b.id === shown) - Number(a.id === shown))
      return createFeedConnector(
        chains.map(({ argv }) => argv),
        readOptions,
      )
    },
    changed: () => emit({ type: 'settings' }),
  })
}
