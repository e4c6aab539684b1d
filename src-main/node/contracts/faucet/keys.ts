import { EVAL_CODES } from '#shared/protocol/evalCodes.ts'
import { globalKey } from '../framework/globalKey.ts'

export const FAUCET_KEY = globalKey(
  EVAL_CODES.faucet,
  '03682b255c40d0cde8faee381a1a50bbb89980ff24539cb8518e294d3a63cefe12',
  'd44ff231717d28024bc7dd71a039c4be1afeebc246da76f807533d96b4caa0e9',
)
