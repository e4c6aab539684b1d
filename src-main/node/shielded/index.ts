export { createShielded } from './shielded.ts'
