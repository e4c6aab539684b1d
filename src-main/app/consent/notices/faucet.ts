/** Notices about faucet claim searches, which keep a core busy. */
import type { MethodResult } from '#shared/rpc/index.ts'
import type { NotifiedActionHandler } from '../plan.ts'
import { decodeCallResult } from './result.ts'

type Claim = MethodResult<'getfaucetclaim'>

export const startfaucetclaim: NotifiedActionHandler = async (call, context) => {
  const { client, t } = context
  const before = await client.call('getfaucetclaim')
  return {
    notice(result) {
      const now = decodeCallResult<Claim | { readonly result: 'error' }>(call, result)
      if (!('state' in now) || now.id === before.id) return undefined
      return {
        text: t('notice.claimStarted'),
        async undo() {
          await client.call('cancelfaucetclaim')
        },
      }
    },
  }
}

export const cancelfaucetclaim: NotifiedActionHandler = async (_call, context) => {
  const { client, t } = context
  const { state } = await client.call('getfaucetclaim')
  return {
    notice: () =>
      state !== 'searching'
        ? undefined
        : {
            text: t('notice.claimStopped'),
            async undo() {
              await client.call('startfaucetclaim')
            },
          },
  }
}

/** A claim search that ends with its call. */
export const faucetget: NotifiedActionHandler = (_call, context) => ({
  notice: () => ({ text: context.t('notice.claimSearched') }),
})
