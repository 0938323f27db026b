/** Without a file of its own, this app would get the configuration of the project in the folder above. */
export default {};
