/**
 * channels: coins locked for one receiver, who collects them in many small payments with secrets that the payer reveals
 * (channels.md).
 */
import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import type { ContractDefinition } from '../contract.ts'
import { channelsExplainer } from './explain.ts'
import { validateChannels } from './validate.ts'

export { isSettled } from '../framework/notarised.ts'
export { keyAddress } from '../framework/txidMarker.ts'
export { buildChannelClose, buildChannelOpen, buildChannelPayment, buildChannelRefund } from './build.ts'
export type { ChannelData } from './codec.ts'
export { type ChannelCourse, channelCourses } from './course.ts'
export { CHANNELS_PUBLIC_KEY } from './keys.ts'
export { type ChannelStep, channelSteps, findChannel, listChannels } from './reads.ts'

export const channelsContract = {
  name: 'channels',
  evalCodes: [EVAL_CODES.channels],
  globalKeys: [],
  holdsTokens: true,
  validate: validateChannels,
  explainer: channelsExplainer,
} as const satisfies ContractDefinition<'channels'>
