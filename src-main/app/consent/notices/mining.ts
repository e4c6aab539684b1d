import type { MethodResult } from '#shared/rpc/index.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { decodeCallResult } from './result.ts'

export const generate: NotifiedActionHandler = (call, ground) => ({
  notice(result) {
    const { length } = decodeCallResult<MethodResult<'generate'>>(call, result)
    return length === 0 ? undefined : { text: ground.t('notice.mined', { count: length }) }
  },
})

export const setautomine: NotifiedActionHandler = async (call, ground) => {
  const { automaticMining } = await ground.client.call('getnodestatus')
  const enabled = call.args['enabled'] === true
  return {
    notice: () =>
      enabled === automaticMining
        ? undefined
        : {
            text: ground.t(enabled ? 'notice.autoMine' : 'notice.noAutoMine'),
            async undo() {
              await ground.client.call('setautomine', { enabled: automaticMining })
            },
          },
  }
}

export const setgenerate: NotifiedActionHandler = async (_call, ground) => {
  const { client } = ground
  const before = await client.call('getminerstatus')
  return {
    async notice() {
      const after = await client.call('getminerstatus')
      if (!differs(before, after)) return undefined
      return {
        text: nowText(before, after, ground),
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

export const setminerpause: NotifiedActionHandler = async (call, ground) => {
  const { pauseonbattery } = await ground.client.call('getminerstatus')
  const onbattery = call.args['onbattery'] === true
  return {
    notice: () =>
      onbattery === pauseonbattery
        ? undefined
        : {
            text: ground.t(onbattery ? 'notice.restsOnBattery' : 'notice.minesOnBattery'),
            async undo() {
              await ground.client.call('setminerpause', { onbattery: pauseonbattery })
            },
          },
  }
}

export const setminerresume: NotifiedActionHandler = async (call, ground) => {
  const { resumeatstart } = await ground.client.call('getminerstatus')
  const atstart = call.args['atstart'] === true
  return {
    notice: () =>
      atstart === resumeatstart
        ? undefined
        : {
            text: ground.t(atstart ? 'notice.resumes' : 'notice.noResume'),
            async undo() {
              await ground.client.call('setminerresume', { atstart: resumeatstart })
            },
          },
  }
}
