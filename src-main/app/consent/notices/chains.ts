/** Notices about changes to the list of chains, and about starting, stopping and selecting chains. */
import { type Encodable, stringifyJson } from '#shared/json.ts'
import { chainText, listedChains } from '../chainText.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { decodeCallResult } from './result.ts'

const undoing =
  ({ chainManager }: ConsentContext, method: string, ...params: readonly Encodable[]) =>
  async () => {
    await chainManager.call(method, stringifyJson(params))
  }

/**
 * Returns the chain that a call names, in its state before the call; undefined if the id is unknown, which the chain
 * manager then reports.
 */
async function named(id: unknown, { chainManager, t }: ConsentContext) {
  const all = await listedChains(chainManager)
  const chain = all.find((each) => each.id === id)
  return chain && { ...chain, text: chainText(chain, all, t) }
}

export const addsandbox: NotifiedActionHandler = async (call, ground) => {
  const before = new Set((await listedChains(ground.chainManager)).map(({ id }) => id))
  return {
    notice(result) {
      const { id } = decodeCallResult<{ readonly id: string }>(call, result)
      if (before.has(id)) return undefined
      return { text: ground.t('notice.sandbox'), undo: undoing(ground, 'forgetchain', id) }
    },
  }
}

const RUNNING: ReadonlySet<string> = new Set(['running', 'starting'])

export const startchain: NotifiedActionHandler = async (call, ground) => {
  const before = await named(call.args['id'], ground)
  return {
    notice: () =>
      before === undefined || RUNNING.has(before.state)
        ? undefined
        : {
            text: ground.t('notice.chainStarted', { chain: before.text }),
            undo: undoing(ground, 'stopchain', before.id),
          },
  }
}

export const startfriend: NotifiedActionHandler = async (_call, ground) => {
  const friend = async () => (await listedChains(ground.chainManager)).find(({ kind }) => kind === 'friend')
  const before = await friend()
  return {
    notice() {
      if (before === undefined) return { text: ground.t('notice.friendMade') }
      return RUNNING.has(before.state) ? undefined : { text: ground.t('notice.friendStarted') }
    },
  }
}

export const stopchain: NotifiedActionHandler = async (call, ground) => {
  const before = await named(call.args['id'], ground)
  return {
    notice: () =>
      before === undefined || !RUNNING.has(before.state)
        ? undefined
        : {
            text: ground.t('notice.chainStopped', { chain: before.text }),
            undo: undoing(ground, 'startchain', before.id),
          },
  }
}

export const selectchain: NotifiedActionHandler = async (call, ground) => {
  const shown = ground.chainManager.shown()
  const next = await named(call.args['id'], ground)
  return {
    notice: () =>
      next === undefined || next.id === shown
        ? undefined
        : {
            text: ground.t('notice.chainShown', { chain: next.text }),
            ...(shown !== null && { undo: undoing(ground, 'selectchain', shown) }),
          },
  }
}

export const renamechain: NotifiedActionHandler = async (call, ground) => {
  const before = await named(call.args['id'], ground)
  return {
    async notice() {
      const now = await named(call.args['id'], ground)
      if (before === undefined || now === undefined || now.label === before.label) return undefined
      return {
        text: ground.t('notice.chainRenamed', { before: before.text, after: now.text }),
        undo: undoing(ground, 'renamechain', before.id, before.label),
      }
    },
  }
}

export const settestnode: NotifiedActionHandler = async (call, ground) => {
  const before = await named(call.args['id'], ground)
  const next = call.args['testnode'] === true
  return {
    notice: () =>
      before === undefined || before.testnode === next
        ? undefined
        : {
            text: ground.t(next ? 'notice.mayMineAlone' : 'notice.mayNotMineAlone', { chain: before.text }),
            undo: undoing(ground, 'settestnode', before.id, before.testnode),
          },
  }
}
