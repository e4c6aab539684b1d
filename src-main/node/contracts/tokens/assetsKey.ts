import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { globalKey } from '../framework/globalKey.ts'

export const ASSETS_KEY = globalKey(
  EVAL_CODES.assets,
  '02adf84e0e075cf90868bd4e3d34a03420e034719649c41f371fc70d8e33aa2702',
  '9b1766e58266acb6ba438374f763113bf0f3506fd96b6785f97af0544db13077',
)
