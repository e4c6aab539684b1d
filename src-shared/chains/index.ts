/** Methods that a window may call: those of the node whose chain it shows, and those of the app about chains. */
import type { InputOf, ParamsOf, ResultOf } from '../rpc/define.ts'
import { methods } from '../rpc/index.ts'
import { chainMethods } from './methods.ts'

export * from './firstSteps.ts'
export { chainMethods } from './methods.ts'
export { MOVE_IN_STEPS, type MoveInChoices, type OldChainInput } from './moveInShapes.ts'
export * from './optionNames.ts'
export type { PictureReason } from './pictureMethods.ts'
export {
  ALERT_KINDS,
  type AlertKind,
  type AppSettingsInput,
  LOG_LEVELS,
  type LogInput,
  type SettingValues,
} from './settingShapes.ts'
export type { ChainInput, ChainPorts, JoinedChain, NewChain, PreflightInput } from './shapes.ts'

/** Comment of the payment that Me makes once to Friend in the sandbox, and label of the receiving address. */
export const FIRST_COINS_COMMENT = 'First coins'
/** Name of the sandbox's second wallet, and of the receiver in that payment's record. */
export const FRIEND = 'Friend'

export type ChainMethods = typeof chainMethods
export type ChainMethodName = keyof ChainMethods
export type ChainMethodParams<N extends ChainMethodName> = ParamsOf<ChainMethods[N]>
export type ChainMethodResult<N extends ChainMethodName> = ResultOf<ChainMethods[N]>
/** A chain in the app's list. */
export type ListedChain = ChainMethodResult<'listchains'>['chains'][number]

export const windowMethods = { ...methods, ...chainMethods } as const

export type WindowMethods = typeof windowMethods
export type WindowMethodName = keyof WindowMethods
/** Input of a typed client, by parameter name. */
export type WindowInput<N extends WindowMethodName> = InputOf<WindowMethods[N]>
/** Result that a typed client receives. */
export type WindowResult<N extends WindowMethodName> = ResultOf<WindowMethods[N]>

export function isChainMethod(name: string): name is ChainMethodName {
  return Object.hasOwn(chainMethods, name)
}
