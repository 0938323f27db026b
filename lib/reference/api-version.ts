/** The release number of the API, in every API response and in the OpenAPI document. */
export const apiVersion = "2.0.5";
