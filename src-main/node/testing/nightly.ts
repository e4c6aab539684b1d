/** With CHAINWRIGHT_NIGHTLY=1 tests with random inputs try many more of them. */
export function nightly(): boolean {
  return process.env['CHAINWRIGHT_NIGHTLY'] === '1'
}
