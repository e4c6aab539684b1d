/** Notices about changes to the list of chains, and about starting, stopping and selecting chains. */
import { type Encodable, stringifyJson } from '#shared/json.ts'
import { chainText, listedChains } from '../chainText.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { decodeCallResult } from './result.ts'

const createUndo =
  ({ chainManager }: ConsentContext, method: string, ...params: readonly Encodable[]) =>
  async () => {
    await chainManager.call(method, stringifyJson(params))
  }

/**
 * Returns the current list entry of a chain and its text for users. Returns undefined for an unknown id, because the
 * call itself reports that error.
 */
async function findChain(id: unknown, { chainManager, t }: ConsentContext) {
  const all = await listedChains(chainManager)
  const chain = all.find((each) => each.id === id)
  return chain && { ...chain, text: chainText(chain, all, t) }
}

export const addsandbox: NotifiedActionHandler = async (call, context) => {
  const before = new Set((await listedChains(context.chainManager)).map(({ id }) => id))
  return {
    notice(result) {
      const { id } = decodeCallResult<{ readonly id: string }>(call, result)
      if (before.has(id)) return undefined
      return { text: context.t('notice.sandbox'), undo: createUndo(context, 'forgetchain', id) }
    },
  }
}

const RUNNING: ReadonlySet<string> = new Set(['running', 'starting'])

export const startchain: NotifiedActionHandler = async (call, context) => {
  const before = await findChain(call.args['id'], context)
  return {
    notice: () =>
      before === undefined || RUNNING.has(before.state)
        ? undefined
        : {
            text: context.t('notice.chainStarted', { chain: before.text }),
            undo: createUndo(context, 'stopchain', before.id),
          },
  }
}

/** Starts Friend, the second wallet of the sandbox. */
export const startfriend: NotifiedActionHandler = async (_call, context) => {
  const friend = async () => (await listedChains(context.chainManager)).find(({ kind }) => kind === 'friend')
  const before = await friend()
  return {
    notice() {
      if (before === undefined) return { text: context.t('notice.friendMade') }
      return RUNNING.has(before.state) ? undefined : { text: context.t('notice.friendStarted') }
    },
  }
}

export const stopchain: NotifiedActionHandler = async (call, context) => {
  const before = await findChain(call.args['id'], context)
  return {
    notice: () =>
      before === undefined || !RUNNING.has(before.state)
        ? undefined
        : {
            text: context.t('notice.chainStopped', { chain: before.text }),
            undo: createUndo(context, 'startchain', before.id),
          },
  }
}

export const selectchain: NotifiedActionHandler = async (call, context) => {
  const shown = context.chainManager.shown()
  const next = await findChain(call.args['id'], context)
  return {
    notice: () =>
      next === undefined || next.id === shown
        ? undefined
        : {
            text: context.t('notice.chainShown', { chain: next.text }),
            ...(shown !== null && { undo: createUndo(context, 'selectchain', shown) }),
          },
  }
}

export const renamechain: NotifiedActionHandler = async (call, context) => {
  const before = await findChain(call.args['id'], context)
  return {
    async notice() {
      const now = await findChain(call.args['id'], context)
      if (before === undefined || now === undefined || now.label === before.label) return undefined
      return {
        text: context.t('notice.chainRenamed', { before: before.text, after: now.text }),
        undo: createUndo(context, 'renamechain', before.id, before.label),
      }
    },
  }
}

export const settestnode: NotifiedActionHandler = async (call, context) => {
  const before = await findChain(call.args['id'], context)
  const next = call.args['testnode'] === true
  return {
    notice: () =>
      before === undefined || before.testnode === next
        ? undefined
        : {
            text: context.t(next ? 'notice.mayMineAlone' : 'notice.mayNotMineAlone', { chain: before.text }),
            undo: createUndo(context, 'settestnode', before.id, before.testnode),
          },
  }
}
