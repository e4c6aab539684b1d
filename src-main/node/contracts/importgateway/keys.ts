import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { globalKey } from '../framework/globalKey.ts'

export const IMPORT_GATEWAY_KEY = globalKey(
  EVAL_CODES.importgateway,
  '0397231cfe04ea32d5fafb2206773ec9fba6e15c5a4e86064468bca195f7542714',
  '65ef27eb3db0b4ae0fbc77dbf840489052209e453b49d897608c274c5946e1df',
)
