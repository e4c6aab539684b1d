import type { MethodResult } from '#shared/rpc/index.ts'
import { passOn, type Teller } from '../plan.ts'
import { resultOf } from './result.ts'
import { counted } from './words.ts'

export const generate: Teller = (call, ground) => ({
  act: () => passOn(call, ground),
  notice(result) {
    const { length } = resultOf<MethodResult<'generate'>>(call, result)
    return length === 0 ? undefined : { text: `${counted(length, 'block was', 'blocks were')} mined.` }
  },
})

export const setautomine: Teller = async (call, ground) => {
  const { automaticMining } = await ground.client.call('getnodestatus')
  const enabled = call.args['enabled'] === true
  return {
    act: () => passOn(call, ground),
    notice: () =>
      enabled === automaticMining
        ? undefined
        : {
            text: enabled
              ? 'Blocks are mined by themselves from now on.'
              : 'Blocks are not mined by themselves any more.',
            async undo() {
              await ground.client.call('setautomine', { enabled: automaticMining })
            },
          },
  }
}

export const setgenerate: Teller = async (call, ground) => {
  const { client } = ground
  const before = await client.call('getminerstatus')
  let after: typeof before | undefined
  return {
    async act() {
      const result = await passOn(call, ground)
      after = await client.call('getminerstatus')
      return result
    },
    notice() {
      if (after === undefined || !differs(before, after)) return undefined
      return {
        text: nowText(before, after),
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

function nowText(before: Switched, { generate, staking, limit }: Switched): string {
  if (staking) return 'The coins of this wallet stake.'
  if (generate) return `This machine mines with ${limit === -1 ? 'all cores' : counted(limit, 'core', 'cores')}.`
  return before.staking ? 'The coins of this wallet do not stake any more.' : 'This machine does not mine any more.'
}

export const setminerpause: Teller = async (call, ground) => {
  const { pauseonbattery } = await ground.client.call('getminerstatus')
  const onbattery = call.args['onbattery'] === true
  return {
    act: () => passOn(call, ground),
    notice: () =>
      onbattery === pauseonbattery
        ? undefined
        : {
            text: onbattery ? 'Mining rests on battery.' : 'Mining goes on on battery.',
            async undo() {
              await ground.client.call('setminerpause', { onbattery: pauseonbattery })
            },
          },
  }
}

export const setminerresume: Teller = async (call, ground) => {
  const { resumeatstart } = await ground.client.call('getminerstatus')
  const atstart = call.args['atstart'] === true
  return {
    act: () => passOn(call, ground),
    notice: () =>
      atstart === resumeatstart
        ? undefined
        : {
            text: atstart ? 'Mining goes on at the next start.' : 'Mining does not go on at the next start.',
            async undo() {
              await ground.client.call('setminerresume', { atstart: resumeatstart })
            },
          },
  }
}
