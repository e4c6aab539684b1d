import type { MethodResult } from '#shared/rpc/index.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { decodeCallResult } from './result.ts'

export const generate: NotifiedActionHandler = (call, context) => ({
  notice(result) {
    const { length } = decodeCallResult<MethodResult<'generate'>>(call, result)
    return length === 0 ? undefined : { text: context.t('notice.mined', { count: length }) }
  },
})

export const setautomine: NotifiedActionHandler = async (call, context) => {
  const { automaticMining } = await context.client.call('getnodestatus')
  const enabled = call.args['enabled'] === true
  return {
    notice: () =>
      enabled === automaticMining
        ? undefined
        : {
            text: context.t(enabled ? 'notice.autoMine' : 'notice.noAutoMine'),
            async undo() {
              await context.client.call('setautomine', { enabled: automaticMining })
            },
          },
  }
}

export const setgenerate: NotifiedActionHandler = async (_call, context) => {
  const { client } = context
  const before = await client.call('getminerstatus')
  return {
    async notice() {
      const after = await client.call('getminerstatus')
      if (!differs(before, after)) return undefined
      return {
        text: nowText(before, after, context),
        async undo() {
          await client.call('setgenerate', {
            generate: before.generate || before.staking,
            ...(before.staking && { genproclimit: 0 }),
            ...(!before.staking && before.limit !== 0 && { genproclimit: before.limit }),
          })
        },
      }
    },
  }
}

type Switched = Pick<MethodResult<'getminerstatus'>, 'generate' | 'staking' | 'limit'>

const differs = (before: Switched, after: Switched): boolean =>
  after.generate !== before.generate || after.limit !== before.limit || after.staking !== before.staking

function nowText(before: Switched, { generate, staking, limit }: Switched, { t }: ConsentContext): string {
  if (staking) return t('notice.stakes')
  if (generate) return limit === -1 ? t('notice.minesAll') : t('notice.mines', { count: limit })
  return t(before.staking ? 'notice.noStakes' : 'notice.noMining')
}

export const setminerpause: NotifiedActionHandler = async (call, context) => {
  const { pauseonbattery } = await context.client.call('getminerstatus')
  const onbattery = call.args['onbattery'] === true
  return {
    notice: () =>
      onbattery === pauseonbattery
        ? undefined
        : {
            text: context.t(onbattery ? 'notice.restsOnBattery' : 'notice.minesOnBattery'),
            async undo() {
              await context.client.call('setminerpause', { onbattery: pauseonbattery })
            },
          },
  }
}

export const setminerresume: NotifiedActionHandler = async (call, context) => {
  const { resumeatstart } = await context.client.call('getminerstatus')
  const atstart = call.args['atstart'] === true
  return {
    notice: () =>
      atstart === resumeatstart
        ? undefined
        : {
            text: context.t(atstart ? 'notice.resumes' : 'notice.noResume'),
            async undo() {
              await context.client.call('setminerresume', { atstart: resumeatstart })
            },
          },
  }
}
