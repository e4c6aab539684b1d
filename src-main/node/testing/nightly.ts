/** Tests that try random inputs try many more of them where CHAINWRIGHT_NIGHTLY=1 is set. */
export function nightly(): boolean {
  return process.env['CHAINWRIGHT_NIGHTLY'] === '1'
}
