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

/**
 * Creates the update checker of an app. Requests use the proxy of its chains; an app with only the sandbox makes no
 * requests.
 */
export function createAppUpdates(
  start: StartArguments,
  { settings, supervisor, now, emit }: AppParts,
  deps: AppUpdateDeps,
): Updates {
  return new Updates({
    ...{ root: start.root, version, source: deps.feed, now, delay: deps.delay },
    log: (line) => deps.log?.(line),
    // If the command line names a chain, a script started it or the user wants only that chain: no update check.
    wanted: () =>
      (start.updateCheck ?? (settings.now().updates && start.named === undefined)) &&
      supervisor.profiles().some(({ kind }) => kind !== 'sandbox' && kind !== 'friend'),
    async dial() {
      // Loaded at most once a day.
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
